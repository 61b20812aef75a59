import { crc32 } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { LogError } from '../errors.ts';
import { fullLines, LineReader } from '../lines.ts';

/** Events of a segment: enough to be read quickly in sequence, few enough for a part of it to be wanted. */
const SEGMENT_EVENTS = 256;
/** A newest segment with less is written anew with what follows, once; any other stays as it is. */
const MIN_SEGMENT_EVENTS = 64;

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
    this.#insert = db.prepare('INSERT INTO segments (session, first, last, sum, body) VALUES (?, ?, ?, ?, ?)');
    this.#from = db.prepare<[string, number], Row>(
      'SELECT first, last, sum, body FROM segments WHERE session = ? AND last > ? ORDER BY first',
    );
    this.#newest = db.prepare<[string], Row>(
      'SELECT first, last, sum, body FROM segments WHERE session = ? ORDER BY first DESC LIMIT 1',
    );
    this.#delete = db.prepare('DELETE FROM segments WHERE session = ? AND first = ?');
    this.#deleteAll = db.prepare('DELETE FROM segments WHERE session = ?');
  }

  /** Seq of the last event in a segment. */
  head(session: string): number {
    return this.#newest.get(session)?.last ?? 0;
  }

  /**
   * Adds lines behind the session's newest segment, filling that one first; returns the size written. Runs inside the
   * caller's transaction.
   */
  add(session: string, first: number, lines: readonly string[]): number {
    const newest = this.#newest.get(session);
    // A damaged one is left as it is: what comes now can still be read.
    const hasRoom = newest && newest.last - newest.first + 1 < MIN_SEGMENT_EVENTS && isWhole(newest);
    const open = hasRoom ? newest : undefined;
    if (open) this.#delete.run(session, open.first);
    const start = open?.first ?? first;
    const all = open ? [...open.body.split('\n'), ...lines] : lines;
    const reader = new LineReader();
    let chars = 0;
    for (let from = 0; from < all.length; from += SEGMENT_EVENTS) {
      const part = all.slice(from, from + SEGMENT_EVENTS);
      part[0] = reader.read(part[0] as string, start + from);
      for (let i = 1; i < part.length; i += 1) reader.skip(part[i] as string);
      const body = part.join('\n');
      this.#insert.run(session, start + from, start + from + part.length - 1, crc32(body), body);
      chars += body.length;
    }
    return chars;
  }

  /** Events after `after`, in full, in order, at most `limit`. */
  read(session: string, after: number, limit: number): string[] {
    const found: string[] = [];
    let next: number | undefined;
    for (const row of this.#from.iterate(session, after)) {
      // They follow each other without a gap; the first may begin before what is wanted.
      if (next === undefined ? row.first > after + 1 : row.first !== next) throw damaged(session, after + 1, row.last);
      next = row.last + 1;
      const lines = fullLines(this.#check(session, row), row.first);
      const from = Math.max(0, after + 1 - row.first);
      for (let i = from; i < lines.length && found.length < limit; i += 1) found.push(lines[i] as string);
      if (row.last >= after + limit) break;
    }
    return found;
  }

  remove(session: string): void {
    this.#deleteAll.run(session);
  }

  #check(session: string, row: Row): string[] {
    if (!isWhole(row)) throw damaged(session, row.first, row.last);
    return row.body.split('\n');
  }
}

function isWhole({ first, last, sum, body }: Row): boolean {
  return crc32(body) === sum && body.split('\n').length === last - first + 1;
}

function damaged(session: string, first: number, last: number): LogError {
  return new LogError('DAMAGED', `The stored events ${first} to ${last} of session ${session} are damaged.`);
}
