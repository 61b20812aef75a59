import type { EventType, RunEvent } from '@polywire/protocol';
import type { Database } from 'better-sqlite3';
import { GrowingText } from './growing-text.ts';

/** Committed events of a session after `after`, oldest first, of these types. */
export type ReadEvents = (session: string, after: number, types: readonly EventType[]) => Iterable<RunEvent>;

/** The messages of one session that are being said, by id, with their text so far. */
export interface OpenMessages {
  /** Seq of the last event that is in them. */
  head: number;
  readonly texts: Map<string, GrowingText>;
}

/** Reads from the log what was being said before the event `until`: after a start, or when a commit was taken back. */
export function openMessages(db: Database, readEvents: ReadEvents): (session: string, until: number) => OpenMessages {
  const select = db.prepare<[string], { first: number; message: string }>(
    'SELECT first, message FROM messages WHERE session = ? AND last IS NULL ORDER BY first',
  );
  return (session, until) => {
    const rows = select.all(session);
    const texts = new Map(rows.map(({ message }) => [message, new GrowingText()]));
    const from = rows[0]?.first;
    if (from === undefined) return { head: until - 1, texts };
    for (const event of readEvents(session, from - 1, SAID)) hear(texts, event);
    return { head: until - 1, texts };
  };
}

const SAID: readonly EventType[] = ['message.started', 'text.delta', 'text.replaced'];

function hear(texts: OpenMessages['texts'], event: RunEvent): void {
  if (event.type !== 'message.started' && event.type !== 'text.delta' && event.type !== 'text.replaced') return;
  const said = texts.get(event.messageId);
  if (!said) return;
  if (event.type === 'text.delta') said.add(event.delta);
  else said.set(event.type === 'text.replaced' ? event.text : '');
}
