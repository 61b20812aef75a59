import type { Delta, EventType, RunEvent } from '@polywire/protocol';
import type { Stretch } from './stretch.ts';

/** Events of one session to be added together. */
export interface Batch {
  /** Seq of the last event the writer knows: the append is refused when another one is there. */
  readonly expected: number;
  readonly events: readonly RunEvent[];
}

/** Somebody with events for one session. */
export interface Source {
  readonly session: string;
  readonly owner: string;
  /** Which ownership of the session writes. An older one than the log has seen is refused. */
  readonly epoch: number;
  /**
   * Hands over what has gathered. Asked for once for each `append` of its pen, right before it is written. With
   * `wordsOnly` it may keep back everything from the first event on that is no delta, and append that anew; if that is all
   * it has, it hands over nothing, and is told nothing of it.
   */
  take(wordsOnly: boolean): Batch;
  /** What became of that. Told when it is durable, and after the watchers were. What it throws is reported. */
  settled(outcome: Appended): void;
}

/** What one source writes with. It is kept as long as the source is, so that nothing has to be looked up for each event. */
export interface Pen {
  /**
   * There is something to be written: the log takes it when it is ready to, so that much is written at once. Not again
   * before it was taken. `mayWait`: it is nothing but words, and waits as long as whoever watches the session lets it.
   */
  append(mayWait: boolean): void;
  /** What has gathered may wait no longer. */
  press(): void;
}

/** A conflict or a full disk is an outcome, not an exception. After one, nothing of the batch is in the log. */
export type Appended =
  | { readonly ok: true; readonly head: number }
  | { readonly ok: false; readonly why: 'conflict'; readonly head: number }
  | { readonly ok: false; readonly why: 'storage'; readonly head: number; readonly cause: unknown };

/** What a log can be looked through for. Words are passed over meanwhile: whoever wants them reads all there is. */
export type PickedType = Exclude<EventType, Delta['type']>;

/** Who is told of what is committed. An object, not a function: most are one of a kind, and are reached in one step. */
export interface Listener {
  hear(stretch: Stretch): void;
}

/** Somebody watches, as long as he likes to. */
export interface Watching {
  /** How long words may wait before he is told of them: not at all, unless he says so. */
  patience(ms: number): void;
  stop(): void;
}

/**
 * The durable record of all sessions. MUST NOT tell a listener, a reader or the appender of an event before it is
 * durable. `seq` counts from 1 in each session, without gaps.
 */
export interface EventLog {
  pen(source: Source): Pen;
  /** So many more events have gathered somewhere: where it is much in all, to wait for more only fills the memory. */
  gathered(events: number): void;
  /**
   * Committed events after `after`, oldest first, `limit` of them unless there are no more. Rejects with LogError when
   * they are damaged. Things happen until it resolves: whoever reads much leaves time for others. It may be fewer where
   * these have `enoughChars`: whoever asks with that goes on behind the last.
   */
  read(session: string, after: number, limit: number, enoughChars?: number): Promise<Stretch>;
  /** Seq of the last committed event, 0 when there is none. */
  head(session: string): Promise<number>;
  /**
   * Calls back once per commit with the session's new events, in order. Who stops hears nothing more, and who begins while
   * others are told hears the next. What a listener throws is reported and harms nobody else, nor is it told them again.
   */
  watch(session: string, listener: Listener): Watching;
  /** Forgets a session's events. */
  remove(session: string): Promise<void>;
  close(): Promise<void>;
}
