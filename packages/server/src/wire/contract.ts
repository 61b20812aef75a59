import type { CommandOf, Dialect, Endpoint, Outcome, StreamInfo } from '@polywire/protocol';
import type { EventLog } from '../log/contract.ts';
import type { Tally } from '../observe/tally.ts';
import type { Directory } from '../sessions/directory.ts';
import type { Uploads } from '../store/contract.ts';
import type { Feeds } from './feeds.ts';

/** What every connection shares. */
export interface Wire {
  readonly directory: Directory;
  readonly feeds: Feeds;
  readonly tally: Tally;
  readonly log: EventLog;
  readonly uploads: Uploads;
  readonly utcOffsetMin: number;
  /** Everything that is not about a session's stream. */
  call(visit: Visit, command: CommandOf<'call'>): Promise<Outcome>;
  now(): number;
  /** Errors that no client is told. */
  report(error: unknown): void;
}

/** How one client came to us. */
export interface Visit {
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
  readonly owner: string;
  /** Which program of the owner's it is, as far as that can be told. */
  readonly caller: string;
  /** The session's name where the address has it. */
  readonly session: string | undefined;
  /** The one run whose events it wants, where the address has it. */
  readonly run?: string | undefined;
  readonly locale: StreamInfo['locale'];
  readonly baseUrl: string;
  /** The cursor the client sent with its request. */
  readonly after: string | undefined;
}
