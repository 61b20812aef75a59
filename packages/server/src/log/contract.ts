import type { RunEvent } from '@polywire/protocol';
import type { Stretch } from './stretch.ts';

/** Events of one session to be added together. */
export interface Batch {
  readonly session: string;
  readonly owner: string;
  /** Seq of the last event the writer knows: the append is refused when another one is there. */
  readonly expected: number;
  /** Which ownership of the session writes. An older one than the log has seen is refused. */
  readonly epoch: number;
  readonly events: readonly RunEvent[];
}

/** A conflict or a full disk is an outcome, not an exception. After one, nothing of the batch is in the log. */
export type Appended =
  | { readonly ok: true; readonly head: number }
  | { readonly ok: false; readonly why: 'conflict'; readonly head: number }
  | { readonly ok: false; readonly why: 'storage'; readonly head: number; readonly cause: unknown };

export type Watcher = (stretch: Stretch) => void;

/**
 * The durable record of all sessions. MUST NOT tell a watcher, a reader or the appender of an event before it is
 * durable. `seq` counts from 1 in each session, without gaps.
 */
export interface EventLog {
  append(batch: Batch): Promise<Appended>;
  /** Committed events after `after`, oldest first, at most `limit`. Rejects with LogError when they are damaged. */
  read(session: string, after: number, limit: number): Promise<Stretch>;
  /** Seq of the last committed event, 0 when there is none. */
  head(session: string): Promise<number>;
  /** Calls back once per commit with the session's new events, in order, until the returned function is called. */
  watch(session: string, watcher: Watcher): () => void;
  /** Forgets a session's events. */
  remove(session: string): Promise<void>;
  close(): Promise<void>;
}
