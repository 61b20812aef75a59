import type { Outcome } from '@polywire/protocol';
import { LogError } from '../log/errors.ts';
import { refuse, SHUTTING_DOWN } from '../sessions/refuse.ts';
import { storeRefusal } from '../sessions/store-refusal.ts';
import type { StoreErrorCode } from '../store/errors.ts';

/** What the store refuses because of what was asked, or what goes by: nothing that an operator has to mend. */
const usual: ReadonlySet<StoreErrorCode> = new Set<StoreErrorCode>(['INVALID', 'CONFLICT', 'STORAGE_FULL', 'BUSY']);

/** What a client is told when something was thrown: the reason where it is theirs to know, else only that it failed. */
export function failure(thrown: unknown, report: (error: unknown) => void): Outcome & { ok: false } {
  if (thrown instanceof LogError && thrown.code === 'CLOSED') return SHUTTING_DOWN;
  const { error, code } = storeRefusal(thrown);
  if (error !== thrown || !usual.has(error.code)) report(thrown);
  if (error.code === 'INTERNAL') return refuse('INTERNAL', 'Internal error. / 内部错误。');
  return refuse(code, error.message);
}
