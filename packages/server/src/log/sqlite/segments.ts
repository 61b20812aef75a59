import { crc32 } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { LogError } from '../errors.ts';
import { countLines, type KeptText } from '../lines.ts';
import type { BlockLines } from './block.ts';

/** Events of a segment, at least: enough to be read quickly in sequence. Its end is where the next can begin anew. */
const SEGMENT_EVENTS = 256;
/** A newest segment with less is written anew with what follows, once; any other stays as it is. */
const MIN_SEGMENT_EVENTS = 64;
/** The same where events are large: whoever wants a few of them is not to hold hundreds. */
const SEGMENT_BYTES = 64 * 1024;

interface Row {
  first: number;
  last: number;
  sum: number;
  body: string;
}

/** The cold part of each session's events. The lines of a segment can be read without any other. */
export class Segments {
  readonly #insert;
  readonly #from;
  readonly #newest;
  readonly #delete;
  readonly #deleteAll;

  constructor(db: Database) {
    this.#insert = db.prepare(
      'INSERT INTO segments (session, first, last, sum, body) VALUES (?, ?, ?, ?, CAST(? AS TEXT))',
    );
    this.#from = db.prepare<[string, number], Row>(
      'SELECT first, last, sum, body FROM segments WHERE session = ? AND last > ? ORDER BY first',
    );
    // Where its end is damaged, it still begins where it does: nothing else may be put there.
    this.#newest = db.prepare<[string], Pick<Row, 'first' | 'last'>>(
      'SELECT first, max(first, last) AS last FROM segments WHERE session = ? ORDER BY first DESC LIMIT 1',
    );
    this.#delete = db.prepare('DELETE FROM segments WHERE session = ? AND first = ?');
    this.#deleteAll = db.prepare('DELETE FROM segments WHERE session = ?');
  }

  /** Seq of the last event in a segment. */
  head(session: string): number {
    return this.#newest.get(session)?.last ?? 0;
  }

  /**
   * Adds lines behind the session's newest segment, filling that one first unless it `stays`; returns how many bytes were
   * written. They are put together as they are, without being read. Runs inside the caller's transaction.
   */
  add(session: string, first: number, parts: readonly BlockLines[], stays = false): number {
    const open = stays ? undefined : this.#takeOpen(session);
    let start = open?.first ?? first;
    let last = first - 1;
    let texts: Bytes[] = open ? [whole(Buffer.from(open.body))] : [];
    let bytes = open?.body.length ?? 0;
    let written = 0;
    const close = () => {
      const body = joined(texts);
      this.#insert.run(session, start, last, crc32(body), body);
      written += body.length;
      start = last + 1;
      texts = [];
      bytes = 0;
    };
    for (const part of parts) {
      if (part.isAnew && (last - start + 1 >= SEGMENT_EVENTS || bytes >= SEGMENT_BYTES)) close();
      texts.push(part);
      bytes += part.to - part.from;
      last += part.count;
    }
    if (texts.length > 0) close();
    return written;
  }

  /** The newest segment, if it is to be written anew with what follows. */
  #takeOpen(session: string): Row | undefined {
    const newest = this.#newest.get(session);
    if (!newest || newest.last - newest.first + 1 >= MIN_SEGMENT_EVENTS) return undefined;
    const row = this.#from.get(session, newest.last - 1);
    // A damaged one is left as it is: what comes now can still be read.
    if (row?.first !== newest.first || !isWhole(row) || row.body.length >= SEGMENT_BYTES) return undefined;
    this.#delete.run(session, row.first);
    return row;
  }

  /** What has the events after `after`, up to `last` or until that is enough, as far as there are any. */
  read(session: string, after: number, last: number, enoughChars: number): KeptText[] {
    const found: KeptText[] = [];
    let chars = 0;
    let next: number | undefined;
    for (const row of this.#from.iterate(session, after)) {
      // They follow each other without a gap; the first may begin before what is wanted.
      if (next === undefined ? row.first > after + 1 : row.first !== next) throw damaged(session, after + 1, row.last);
      next = row.last + 1;
      if (!isWhole(row)) throw damaged(session, row.first, row.last);
      found.push({ first: row.first, last: row.last, text: row.body });
      chars += row.body.length;
      if (row.last >= last || chars >= enoughChars) break;
    }
    return found;
  }

  remove(session: string): void {
    this.#deleteAll.run(session);
  }
}

/** False where it is not what was written. */
function isWhole({ first, last, sum, body }: Row): boolean {
  return crc32(body) === sum && countLines(body) === last - first + 1;
}

type Bytes = Pick<BlockLines, 'body' | 'from' | 'to'>;

function whole(body: Buffer): Bytes {
  return { body, from: 0, to: body.length };
}

/** One text of many, a line break between them. */
function joined(texts: readonly Bytes[]): Buffer {
  const all = Buffer.allocUnsafe(texts.reduce((sum, { from, to }) => sum + to - from + 1, -1));
  let at = 0;
  for (const { body, from, to } of texts) {
    if (at > 0) all[at - 1] = LINE_BREAK;
    at += body.copy(all, at, from, to) + 1;
  }
  return all;
}

const LINE_BREAK = 0x0a;

function damaged(session: string, first: number, last: number): LogError {
  return new LogError('DAMAGED', `The stored events ${first} to ${last} of session ${session} are damaged.`);
}
