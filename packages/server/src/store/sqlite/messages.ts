import type { Database } from 'better-sqlite3';
import type { MessageHit, MessageRecord, MessageRole, Messages, Page } from '../contract.ts';
import { itemsOf } from './limits.ts';
import { build, mapped, type Queries } from './query.ts';
import { present, storedJson } from './rows.ts';
import { SearchIndex } from './search-index.ts';
import { snippetOf } from './snippet.ts';
import type { Tables } from './tables.ts';
import { characters, fold, segmenter } from './words.ts';

/** The contract, and what a removed session needs. */
export interface SqliteMessages extends Messages {
  purge(): Promise<void>;
}

export function sqliteMessages(db: Database, queries: Queries): SqliteMessages {
  const index = new SearchIndex(db, {
    table: 'messages',
    index: 'message_search',
    waiting: 'SELECT id, text FROM messages WHERE indexed = 0 AND last IS NOT NULL ORDER BY id',
    // The characters too, so that a word can be found where its neighbours made the dictionary see another.
    words: (text, segment) => [...new Set([...segment(text), ...characters(fold(text))])],
  });
  const matching = db.prepare<[string, number, string], Found>(`
    SELECT m.id, m.session, s.title, m.run, m.first AS seq, m.role, m.at, m.text
    FROM message_search JOIN messages m ON m.id = message_search.rowid JOIN sessions s ON s.id = m.session
    WHERE message_search MATCH ? AND message_search.rowid < ? AND s.owner = ?
    ORDER BY message_search.rowid DESC`);

  return {
    async list(owner, session, { before, limit, role } = {}) {
      let query = build
        .selectFrom('messages')
        .innerJoin('sessions', 'sessions.id', 'messages.session')
        .select(columns)
        .where('messages.session', '=', session)
        .where('sessions.owner', '=', owner)
        .where('messages.last', 'is not', null)
        // One that only thought, or called tools, is no message to a reader.
        .where('messages.text', '<>', '')
        .orderBy('messages.first', 'desc')
        .limit(itemsOf(limit));
      if (before !== undefined) query = query.where('messages.first', '<', before);
      if (role !== undefined) query = query.where('messages.role', '=', role);
      return queries.all(query).reverse().map(record);
    },

    async search(owner, query, { after, limit } = {}) {
      const segment = await segmenter();
      const words = [...new Set(segment(query))].slice(0, MAX_WORDS);
      if (words.length === 0) return { items: [] };
      await index.catchUp();
      return mapped(() => {
        const rows = matching.iterate(words.map(term).join(' AND '), placeOf(after), owner);
        return pageOf(rows, words, itemsOf(limit));
      });
    },

    index: () => index.catchUp(),
    purge: () => index.purge(),
  };
}

const columns = [
  'messages.session',
  'messages.run',
  'messages.first as seq',
  'messages.last',
  'messages.message as messageId',
  'messages.role',
  'messages.name',
  'messages.text',
  'messages.files',
  'messages.at',
  'messages.interrupted',
  'messages.queued',
  'messages.off',
] as const;

type Columns = Tables['messages'];
type Row = Omit<Columns, 'id' | 'first' | 'message' | 'turn' | 'ref' | 'indexed'> & {
  seq: Columns['first'];
  messageId: Columns['message'];
};

/** Reads no more rows than it takes. */
function pageOf(rows: Iterable<Found>, words: readonly string[], limit: number): Page<MessageHit> {
  const items: MessageHit[] = [];
  let seen = 0;
  let last = 0;
  for (const row of rows) {
    if (seen === MAX_SEEN || items.length === limit) return { items, next: String(last) };
    seen += 1;
    last = row.id;
    const text = fold(row.text);
    if (words.every((word) => text.includes(word))) items.push(hit(row, words));
  }
  return { items };
}

/** So many texts are looked at in one go, about twenty milliseconds; the next page goes on from there. */
const MAX_SEEN = 2_000;
/** Longer queries are cut: nobody types more, and each word costs. */
const MAX_WORDS = 32;

interface Found {
  id: number;
  session: string;
  title: string;
  run: string | null;
  seq: number;
  role: string;
  at: number;
  text: string;
}

/** Words that begin so, or at least its characters: whether those stand together is seen in the text itself. */
function term(word: string): string {
  const apart = characters(word);
  const whole = `"${word}"*`;
  return apart.length < 2 ? whole : `(${whole} OR (${apart.map((character) => `"${character}"`).join(' AND ')}))`;
}

/** Ids of messages grow with time. */
function placeOf(after: string | undefined): number {
  return after === undefined || !/^\d{1,15}$/.test(after) ? Number.MAX_SAFE_INTEGER : Number(after);
}

function hit({ id: _, text, role, ...row }: Found, words: readonly string[]): MessageHit {
  return { ...present(row), role: role as MessageRole, snippet: snippetOf(text, words) };
}

function record({ last, role, files, interrupted, queued, off, ...row }: Row): MessageRecord {
  return {
    ...present(row),
    last: last ?? row.seq,
    role: role as MessageRole,
    ...(files !== null && { files: storedJson(files) }),
    interrupted: interrupted === 1,
    queued: queued === 1,
    takenBack: off === 1,
  };
}
