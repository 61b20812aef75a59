import type { Database } from 'better-sqlite3';
import { LogError } from '../errors.ts';
import { joinStretches, Stretch } from '../stretch.ts';
import { checksum } from './blocks.ts';

/** Events of a segment, about: large enough to be read quickly in sequence, small enough for a part of it to be wanted. */
const SEGMENT_EVENTS = 256;
/** A newest segment with less is written anew with what follows, once; any other stays as it is. */
const MIN_SEGMENT_EVENTS = 64;

interface Row {
  first: number;
  last: number;
  sum: number;
  body: string;
}

/** The cold part of each session's events. */
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
   * Adds events behind the session's newest segment, filling that one first; returns the size written. Runs inside the
   * caller's transaction.
   */
  add(session: string, stretches: readonly Stretch[]): number {
    const newest = this.#newest.get(session);
    const open = newest && newest.last - newest.first + 1 < MIN_SEGMENT_EVENTS ? newest : undefined;
    const parts = open ? [this.#check(session, open), ...stretches] : stretches;
    if (open) this.#delete.run(session, open.first);
    let chars = 0;
    for (const { first, last, text } of cutUp(parts)) {
      this.#insert.run(session, first, last, checksum(text), text);
      chars += text.length;
    }
    return chars;
  }

  /** Events after `after`, in order, at most `limit`. */
  read(session: string, after: number, limit: number): Stretch[] {
    const found: Stretch[] = [];
    for (const row of this.#from.iterate(session, after)) {
      found.push(this.#check(session, row).slice(after + 1, after + limit));
      if (row.last >= after + limit) break;
    }
    return found;
  }

  remove(session: string): void {
    this.#deleteAll.run(session);
  }

  #check(session: string, row: Row): Stretch {
    if (checksum(row.body) !== row.sum) {
      throw new LogError('DAMAGED', `The stored events ${row.first} to ${row.last} of session ${session} are damaged.`);
    }
    return Stretch.ofText(row.first, row.last - row.first + 1, row.body);
  }
}

/** Where events were appended together they stay together, unless they are very many. */
function* cutUp(stretches: Iterable<Stretch>): Iterable<Stretch> {
  let gathered: Stretch[] = [];
  let count = 0;
  for (const stretch of stretches) {
    for (let { first } = stretch; first <= stretch.last; first += SEGMENT_EVENTS) {
      const part = stretch.slice(first, first + SEGMENT_EVENTS - 1);
      gathered.push(part);
      count += part.length;
      if (count < SEGMENT_EVENTS) continue;
      yield joinStretches(gathered[0]?.first ?? 0, gathered);
      gathered = [];
      count = 0;
    }
  }
  if (count > 0) yield joinStretches(gathered[0]?.first ?? 0, gathered);
}
