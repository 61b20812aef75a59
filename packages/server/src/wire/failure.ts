import type { Outcome, RefusalCode } from '@polywire/protocol';
import { LogError } from '../log/errors.ts';
import { refuse, SHUTTING_DOWN } from '../sessions/refuse.ts';
import { StoreError, type StoreErrorCode } from '../store/errors.ts';

/** What the store refuses because of what was asked, or of what it has no room for. */
const refusals: Partial<Record<StoreErrorCode, RefusalCode>> = {
  INVALID: 'INVALID',
  CONFLICT: 'CONFLICT',
  STORAGE_FULL: 'STORAGE_FULL',
  BUSY: 'BUSY',
};

/** What a client is told when something was thrown: the reason where it is theirs to know, else only that it failed. */
export function failure(error: unknown, report: (error: unknown) => void): Outcome {
  if (error instanceof LogError && error.code === 'CLOSED') return SHUTTING_DOWN;
  const code = error instanceof StoreError ? refusals[error.code] : undefined;
  if (code !== undefined) return refuse(code, (error as StoreError).message);
  report(error);
  return refuse('INTERNAL', 'Internal error. / 内部错误。');
}
