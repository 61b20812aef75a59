import type { Database } from 'better-sqlite3';
import { Stretch } from '../stretch.ts';
import { type BlockHead, type BlockPart, readBlock, writeBlock } from './blocks.ts';
import type { Tail } from './tail.ts';

/** The journal is held in memory too, so this bounds that. */
const MAX_JOURNAL_CHARS = 4 * 1024 * 1024;

export interface JournalRow {
  readonly id: number;
  readonly chars: number;
  readonly heads: readonly BlockHead[];
}

/** The newest events of all sessions: one row a commit. */
export class Journal {
  readonly #insert;
  readonly #all;
  readonly #delete;
  readonly #rows: JournalRow[] = [];
  #chars = 0;

  constructor(db: Database) {
    this.#insert = db.prepare('INSERT INTO journal (heads, body) VALUES (?, ?)');
    this.#all = db.prepare<[], { id: number; heads: string; body: string }>(
      'SELECT id, heads, body FROM journal ORDER BY id',
    );
    this.#delete = db.prepare('DELETE FROM journal WHERE id BETWEEN ? AND ?');
  }

  get isFull(): boolean {
    return this.#chars > MAX_JOURNAL_CHARS;
  }

  /** Whose events the rows hold, oldest first: in this order they must go to segments. */
  *heads(): Iterable<BlockHead> {
    for (const row of this.#rows) yield* row.heads;
  }

  /** Writes a row, inside the transaction of a commit; `remember` it when that has succeeded. */
  write(parts: readonly BlockPart[]): JournalRow {
    const { heads, body } = writeBlock(parts);
    const { lastInsertRowid } = this.#insert.run(JSON.stringify(heads), body);
    return { id: Number(lastInsertRowid), chars: body.length, heads };
  }

  remember(row: JournalRow): void {
    this.#rows.push(row);
    this.#chars += row.chars;
  }

  /** Reads what the last process left. A damaged part ends its own session and no other; its row stays as evidence. */
  recover(tailOf: (session: string) => Tail): void {
    for (const { id, heads: text, body } of this.#all.iterate()) {
      const heads = JSON.parse(text) as BlockHead[];
      let damaged = false;
      for (const { head, lines } of readBlock({ heads, body })) {
        const tail = tailOf(head.session);
        const last = head.first + head.count - 1;
        if (tail.damagedAt === undefined && last <= tail.segmented) continue;
        if (!lines || head.first > tail.head + 1) tail.damagedAt ??= tail.head + 1;
        damaged ||= tail.damagedAt !== undefined;
        if (tail.damagedAt !== undefined || !lines) continue;
        tail.add(Stretch.ofLines(head.first, lines).slice(tail.head + 1, last));
        tail.epoch = Math.max(tail.epoch, head.epoch);
      }
      if (!damaged) this.remember({ id, chars: body.length, heads });
    }
  }

  /** Deletes the oldest rows whose events are all in segments, inside a transaction; returns how many. */
  deleteCovered(segmentedTo: (session: string) => number): number {
    let covered = 0;
    while (this.#rows[covered]?.heads.every((head) => head.first + head.count - 1 <= segmentedTo(head.session))) {
      covered += 1;
    }
    const last = this.#rows[covered - 1];
    if (last) this.#delete.run(this.#rows[0]?.id, last.id);
    return covered;
  }

  /** The transaction that deleted them has succeeded. */
  forget(covered: number): void {
    for (const row of this.#rows.splice(0, covered)) this.#chars -= row.chars;
  }
}
