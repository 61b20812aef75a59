import type { EventOf, EventType, RunEvent, RunStatus } from '@polywire/protocol';
import type { PickedType } from '../../../log/contract.ts';

/** What is committed already. */
export interface Past {
  /** Events of a session after `after`, oldest first, of these types. */
  events(session: string, after: number, types: readonly PickedType[]): Iterable<RunEvent>;
  /** What these messages say in the events of a session after `after`. */
  said(session: string, after: number, messageIds: readonly string[]): Speech;
}

/** What some messages say, as far as it was heard. */
export interface Speech {
  hear(event: RunEvent): void;
  textOf(messageId: string): string;
}

/** Events of one session that are committed together, while they are projected. */
export interface Projecting {
  readonly session: string;
  /** Those that are committed now, oldest first. */
  readonly events: readonly RunEvent[];
  /** All that a message which ends with the event `last` says; asked for in the order of the events. */
  textUpTo(last: number, messageId: string): string;
  /** All events of these types, and perhaps others, up to the last that is committed now, oldest first. */
  past(types: readonly PickedType[]): Iterable<RunEvent>;
  /** Written once, when all events are through. */
  readonly touched: { at: number; status?: RunStatus; title?: string };
}

/** What a table learns from events. Runs inside the log's transaction. */
export type Projection = { readonly [T in EventType]?: (event: EventOf<T>, projecting: Projecting) => void };
