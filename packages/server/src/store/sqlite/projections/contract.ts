import type { EventOf, EventType, RunEvent, RunStatus } from '@polywire/protocol';

/** What is committed already. */
export interface Past {
  /** Events of a session after `after`, oldest first, of these types. */
  events(session: string, after: number, types: readonly EventType[]): Iterable<RunEvent>;
  /** What a message says in the events of a session after `after`. */
  said(session: string, after: number, messageId: string): Speech;
}

/** What one message says, as far as it was heard. */
export interface Speech {
  hear(event: RunEvent): void;
  toString(): string;
}

/** Events of one session that are committed together, while they are projected. */
export interface Projecting {
  readonly session: string;
  /** All that a message says from the event `first` to the event `last`. */
  said(messageId: string, first: number, last: number): string;
  /** All events of these types, and perhaps others, up to the last that is committed now, oldest first. */
  past(types: readonly EventType[]): Iterable<RunEvent>;
  /** Written once, when all events are through. */
  readonly touched: { at: number; status?: RunStatus; title?: string };
}

/** What a table learns from events. Runs inside the log's transaction. */
export type Projection = { readonly [T in EventType]?: (event: EventOf<T>, projecting: Projecting) => void };
