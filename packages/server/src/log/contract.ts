import type { RunEvent } from '@polywire/protocol';

/** Events of one session to be added together. */
export interface Batch {
  readonly session: string;
  /** Seq of the last event the writer knows: the append is refused when another one is there. */
  readonly expected: number;
  /** Which ownership of the session writes. An older one than the log has seen is refused. */
  readonly epoch: number;
  readonly events: readonly RunEvent[];
}

/** A conflict is an outcome, not an exception. */
export type Appended =
  | { readonly ok: true; readonly head: number }
  | { readonly ok: false; readonly head: number; readonly epoch: number };

export type Watcher = (events: readonly RunEvent[]) => void;

/**
 * The durable record of all sessions. MUST NOT tell a watcher, a reader or the appender of an event before it is
 * durable. `seq` counts from 1 in each session, without gaps.
 */
export interface EventLog {
  append(batch: Batch): Promise<Appended>;
  /** Committed events after `after`, oldest first, at most `limit`. */
  read(session: string, after: number, limit: number): Promise<readonly RunEvent[]>;
  /** Seq of the last committed event, 0 when there is none. */
  head(session: string): Promise<number>;
  /** Calls back with each committed batch of a session, in order, until the returned function is called. */
  watch(session: string, watcher: Watcher): () => void;
  close(): Promise<void>;
}
