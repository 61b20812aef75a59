import type { Database } from 'better-sqlite3';
import { keptParts } from './hot-parts.ts';
import type { Journal, JournalRow } from './journal.ts';
import type { Segments } from './segments.ts';
import type { Tail } from './tail.ts';
import type { Tails } from './tails.ts';

export interface DrainOptions {
  readonly db: Database;
  readonly journal: Journal;
  readonly segments: Segments;
  readonly tails: Tails;
  transact(work: () => void): void;
}

/** Moves the oldest part of the journal into segments. */
export class Drain {
  readonly #options: DrainOptions;
  readonly #synchronous: number;

  constructor(options: DrainOptions) {
    this.#options = options;
    this.#synchronous = options.db.pragma('synchronous', { simple: true }) as number;
  }

  /** A little, and more where more has come in: a long move would hold up every stream. */
  some(): void {
    const { db, journal } = this.#options;
    const { block } = journal.rows.at(-1) as JournalRow;
    try {
      // What a crash takes back is still in the journal, so nobody has to wait for the disk.
      db.pragma('synchronous = NORMAL');
      this.#move(Math.max(SOME_PARTS, 2 * (block.length + block.body.length / BYTES_PER_PART)));
    } finally {
      db.pragma(`synchronous = ${this.#synchronous}`);
    }
  }

  /** Everything, and does something else in the same transaction. */
  all(also: () => void): void {
    this.#move(Number.POSITIVE_INFINITY, also);
  }

  #move(budget: number, also: () => void = () => undefined): void {
    const { journal, segments, tails, transact } = this.#options;
    const moved = new Set<Tail>();
    let left = budget;
    let covered = 0;
    transact(() => {
      for (const { block } of journal.rows) {
        if (left <= 0) break;
        for (let n = 0; n < block.length && left > 0; n += 1) {
          const tail = tails.named(block.keyOf(n));
          // What it said since its old rows were moved can wait: a row is in nobody's way before it is old.
          if (!tail || tail.places.length === 0 || moved.has(tail) || block.lastOf(n) <= tail.segmented) continue;
          const bytes = segments.add(tail.session, tail.segmented + 1, keptParts(journal, tail));
          left -= tail.places.length + bytes / BYTES_PER_PART;
          moved.add(tail);
        }
      }
      covered = journal.deleteCovered((key) => {
        const tail = tails.named(key);
        if (!tail) return Number.POSITIVE_INFINITY;
        if (!moved.has(tail) && tail.places.length > 0) return tail.segmented;
        // What is damaged goes nowhere: it is only kept as evidence.
        return tail.damagedAt === undefined ? tail.head : Number.POSITIVE_INFINITY;
      });
      also();
    });
    journal.forget(covered);
    for (const tail of moved) tail.release();
  }
}

/** About two milliseconds of work. */
const SOME_PARTS = 2_000;
/** To write so many takes as long as to find a part. */
const BYTES_PER_PART = 200;
