import type { Json, JsonObject, RefusalCode } from '@polywire/protocol';
import type { Agent } from '../agents/contract.ts';
import type { EventLog } from '../log/contract.ts';
import type { Directory } from '../sessions/directory.ts';
import type { Store } from '../store/contract.ts';
import type { Visit } from '../wire/perform.ts';

/** What calls are answered from. */
export interface Services {
  readonly store: Store;
  readonly log: EventLog;
  readonly directory: Directory;
  readonly agents: readonly Agent[];
  /** The session is gone: who watches it is told. */
  dropped(session: string): void;
}

/** One query or change that is not about a session's stream. */
export type Call = (services: Services, visit: Visit, params: JsonObject) => Promise<Json>;

/** Refuses a call. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

export function notFound(what: string): CallError {
  return new CallError('NOT_FOUND', `There is no such ${what}. / 未找到：${what}。`);
}
