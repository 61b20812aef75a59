import type { EventOf, EventType, RunEvent, RunStatus } from '@polywire/protocol';
import type { OpenMessages } from './open-messages.ts';

/** Events of one session that are committed together, while they are projected. */
export interface Projecting {
  readonly session: string;
  /** What is being said, as of the event at hand. */
  open(): OpenMessages;
  /** All events of these types, and perhaps others, up to the last that is committed now, oldest first. */
  past(types: readonly EventType[]): Iterable<RunEvent>;
  /** Written once, when all events are through. */
  readonly touched: { at: number; status?: RunStatus; title?: string };
}

/** What a table learns from events. Runs inside the log's transaction. */
export type Projection = { readonly [T in EventType]?: (event: EventOf<T>, projecting: Projecting) => void };
