import type { EventOf, EventType, RunEvent } from '@polywire/protocol';
import type { Database } from 'better-sqlite3';
import { wellFormed } from '../../../well-formed.ts';
import type { Past, Speech } from './contract.ts';

/** Where the texts of messages come from that end now: the log is read once for all of them, when the first does. */
export function textsIn(db: Database, past: Past): (session: string, events: readonly RunEvent[]) => Texts {
  const open = db.prepare<[string], { message: string; first: number }>(`
    SELECT message, first FROM messages WHERE session = ? AND last IS NULL ORDER BY first`);

  return (session, events) =>
    new Texts(events, () => {
      const rows = open.all(session);
      const ids = events.some(({ type }) => type === 'run.finished') ? rows.map(({ message }) => message) : [];
      for (const event of events) if (borders.has(event.type)) ids.push((event as Border).messageId);
      const ending = new Set(ids.map(wellFormed));
      const oldest = rows.find(({ message }) => ending.has(message))?.first ?? events[0]?.seq ?? 1;
      return past.said(session, oldest - 1, ids);
    });
}

/** What messages say that end with events which are committed together. */
export class Texts {
  readonly #events: readonly RunEvent[];
  readonly #before: () => Speech;
  #speech: Speech | undefined;
  #heard = 0;

  /** `before` has heard all that was committed before. */
  constructor(events: readonly RunEvent[], before: () => Speech) {
    this.#events = events;
    this.#before = before;
  }

  /** All that a message says up to the event `last`; whoever asks comes to the events in their order. */
  upTo(last: number, messageId: string): string {
    this.#speech ??= this.#before();
    for (let next = this.#events[this.#heard]; next && next.seq <= last; next = this.#events[this.#heard]) {
      this.#speech.hear(next);
      this.#heard += 1;
    }
    return this.#speech.textOf(messageId);
  }
}

type Border = EventOf<'message.started' | 'message.completed'>;
/** What begins now may be left to end with its run. */
const borders: ReadonlySet<EventType> = new Set<Border['type']>(['message.started', 'message.completed']);
