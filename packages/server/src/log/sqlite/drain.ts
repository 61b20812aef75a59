import type { Database } from 'better-sqlite3';
import { isDamage } from './causes.ts';
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
  /** Somebody's events cannot be moved any more, or nothing can be moved now. */
  readonly onProblem?: ((cause: unknown) => void) | undefined;
}

/** Moves the oldest part of the journal into segments. */
export class Drain {
  readonly #options: DrainOptions;
  readonly #synchronous: number;
  /** When it is tried again, where it failed. */
  #notBefore = 0;

  constructor(options: DrainOptions) {
    this.#options = options;
    this.#synchronous = options.db.pragma('synchronous', { simple: true }) as number;
  }

  /**
   * After each commit. A disk that is full now can be drained later, so a failure here is not the appender's; it may have
   * taken long, and is not tried again with every commit.
   */
  tidy(now: number): void {
    const { journal, tails, onProblem } = this.#options;
    if (!journal.isFull || (now < this.#notBefore && !journal.isOverfull)) return;
    try {
      this.#some();
    } catch (cause) {
      this.#notBefore = performance.now() + AGAIN_MS;
      onProblem?.(cause);
    }
    tails.sweep();
  }

  /** A little, and more where more has come in: a long move would hold up every stream. */
  #some(): void {
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
    try {
      this.#moveTogether(budget, also);
    } catch (cause) {
      if (!isDamage(cause)) throw cause;
      // SQLite writes nothing in a transaction in which it has found damage, so the others need one without it.
      this.#moveApart();
      this.#moveTogether(budget, also);
    }
  }

  #moveTogether(budget: number, also: () => void): void {
    const { journal, tails, transact } = this.#options;
    const moved = new Set<Tail>();
    let left = budget;
    let covered = 0;
    transact(() => {
      for (const tail of this.#oldest()) {
        if (left <= 0) break;
        left -= this.#add(tail);
        moved.add(tail);
      }
      covered = journal.deleteCovered((key) => {
        const tail = tails.named(key);
        // What is damaged goes nowhere: it is only kept as evidence.
        if (!tail || tail.isLost) return Number.POSITIVE_INFINITY;
        if (!moved.has(tail) && tail.places.length > 0) return tail.segmented;
        return tail.damagedAt === undefined ? tail.head : Number.POSITIVE_INFINITY;
      });
      also();
    });
    journal.forget(covered);
    for (const tail of moved) tail.release();
  }

  /** Those with events to be moved, whoever has waited longest first. */
  *#oldest(): Iterable<Tail> {
    const { journal, tails } = this.#options;
    const seen = new Set<Tail>();
    for (const { block } of journal.rows) {
      for (let n = 0; n < block.length; n += 1) {
        const tail = tails.named(block.keyOf(n));
        if (!tail || tail.isLost || tail.places.length === 0 || seen.has(tail)) continue;
        // What it said since its old rows were moved can wait: a row is in nobody's way before it is old.
        if (block.lastOf(n) <= tail.segmented) continue;
        seen.add(tail);
        yield tail;
      }
    }
  }

  /**
   * Each by itself. Whoever has no place any more is given up. Where nobody has one the damage may not be theirs, and they
   * are given up when there is no room to wait for it to be mended.
   */
  #moveApart(): void {
    const { journal, onProblem } = this.#options;
    const stuck = new Map<Tail, unknown>();
    let moved = 0;
    for (const tail of [...this.#oldest()]) {
      const damage = this.#moveAlone(tail, false) && this.#moveAlone(tail, true);
      if (damage) stuck.set(tail, damage.cause);
      else moved += 1;
    }
    if (moved === 0 && !journal.isOverfull) return;
    for (const [tail, cause] of stuck) {
      tail.lose();
      for (let i = 0; i < tail.places.length; i += 1) journal.keepAsEvidence(tail.places.rowAt(i));
      onProblem?.(cause);
    }
  }

  /** Returns the damage that kept it from that. A newest segment that is damaged stays: what follows can still be read. */
  #moveAlone(tail: Tail, stays: boolean): { cause: unknown } | undefined {
    try {
      this.#options.transact(() => this.#add(tail, stays));
    } catch (cause) {
      if (!isDamage(cause)) throw cause;
      return { cause };
    }
    tail.release();
    return undefined;
  }

  /** Returns how much work that was. */
  #add(tail: Tail, stays = false): number {
    const { journal, segments } = this.#options;
    const bytes = segments.add(tail.session, tail.segmented + 1, keptParts(journal, tail), stays);
    return tail.places.length + bytes / BYTES_PER_PART;
  }
}

/** About two milliseconds of work. */
const SOME_PARTS = 2_000;
/** Soon for a disk, seldom for those who are held up by it. */
const AGAIN_MS = 1_000;
/** To write so many takes as long as to find a part. */
const BYTES_PER_PART = 200;
