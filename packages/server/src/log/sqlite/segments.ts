import type { Database } from 'better-sqlite3';
import { LogError } from '../errors.ts';
import { joinStretches, Stretch } from '../stretch.ts';
import { checksum } from './blocks.ts';

/** Events of a segment: large enough to be read quickly in sequence, small enough to be rewritten while it fills. */
export const SEGMENT_EVENTS = 256;

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
    this.#from = db.prepare<[string, number, number], Row>(
      'SELECT first, last, sum, body FROM segments WHERE session = ? AND last > ? ORDER BY first LIMIT ?',
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
    const open = newest && newest.last - newest.first + 1 < SEGMENT_EVENTS ? newest : undefined;
    const parts = open ? [this.#check(session, open), ...stretches] : stretches;
    if (open) this.#delete.run(session, open.first);
    const whole = joinStretches(parts[0]?.first ?? 1, parts);
    let chars = 0;
    for (let first = whole.first; first <= whole.last; first += SEGMENT_EVENTS) {
      const part = whole.slice(first, Math.min(first + SEGMENT_EVENTS - 1, whole.last));
      const body = part.lines.join('\n');
      this.#insert.run(session, part.first, part.last, checksum(body), body);
      chars += body.length;
    }
    return chars;
  }

  /** Events after `after`, in order, at most about `limit`. */
  read(session: string, after: number, limit: number): Stretch[] {
    const rows = this.#from.all(session, after, Math.ceil(limit / SEGMENT_EVENTS) + 1);
    return rows.map((row) => this.#check(session, row).slice(after + 1, after + limit));
  }

  remove(session: string): void {
    this.#deleteAll.run(session);
  }

  #check(session: string, row: Row): Stretch {
    if (checksum(row.body) !== row.sum) {
      throw new LogError('DAMAGED', `The stored events ${row.first} to ${row.last} of session ${session} are damaged.`);
    }
    return Stretch.ofLines(row.first, row.body.split('\n'));
  }
}
