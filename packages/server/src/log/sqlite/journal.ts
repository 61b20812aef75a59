import type { Database } from 'better-sqlite3';
import { MIB } from '../../bytes.ts';
import { Block, type BlockBuilder, type BlockHead } from './block.ts';
import { Ring } from './ring.ts';

/** The journal is held in memory too, so this bounds that. */
const MAX_JOURNAL_BYTES = 4 * MIB;
/** What cannot be moved is held as long as there is hope that it can be. */
const MAX_STUCK_BYTES = 16 * MAX_JOURNAL_BYTES;
/** With what comes in until the oldest rows are moved. */
const RING_BYTES = 2 * MAX_JOURNAL_BYTES;

export interface JournalRow {
  readonly id: number;
  readonly block: Block;
  /** What the block was made in. */
  readonly room?: Buffer;
}

/** What one session added with a commit. */
export interface JournalPart {
  readonly head: BlockHead;
  readonly block: Block;
}

interface StoredRow {
  id: number;
  epoch: number;
  heads: Buffer;
  body: Buffer;
}

/** The newest events of all sessions: one row a commit. */
export class Journal {
  readonly #insert;
  readonly #all;
  readonly #delete;
  readonly #one;
  readonly #rewrite;
  readonly #rows: JournalRow[] = [];
  readonly #ring = new Ring(RING_BYTES);
  /** Rows of which some is damaged: they stay on the disk for whoever wants to look into that. */
  readonly #evidence = new Set<number>();
  #bytes = 0;

  constructor(db: Database) {
    this.#insert = db.prepare('INSERT INTO journal (epoch, heads, body) VALUES (?, ?, ?)');
    this.#all = db.prepare<[], StoredRow>('SELECT id, epoch, heads, body FROM journal ORDER BY id');
    this.#delete = db.prepare('DELETE FROM journal WHERE id = ?');
    this.#one = db.prepare<[number], StoredRow>('SELECT id, epoch, heads, body FROM journal WHERE id = ?');
    this.#rewrite = db.prepare('UPDATE journal SET body = ? WHERE id = ?');
  }

  get isFull(): boolean {
    return this.#bytes > MAX_JOURNAL_BYTES;
  }

  /** More than can be waited for. */
  get isOverfull(): boolean {
    return this.#bytes > MAX_STUCK_BYTES;
  }

  /** Oldest first: in this order they must go to segments. */
  get rows(): readonly JournalRow[] {
    return this.#rows;
  }

  /** Writes a row, inside the transaction of a commit; `remember` it when that has succeeded. */
  write(events: BlockBuilder, epoch: number): JournalRow {
    const room = this.#ring.room(events.bytes);
    const block = events.build(room);
    const { lastInsertRowid } = this.#insert.run(epoch, block.headBytes, block.body);
    return { id: Number(lastInsertRowid), block, room };
  }

  remember(row: JournalRow): void {
    this.#rows.push(row);
    this.#bytes += sizeOf(row);
    if (row.room) this.#ring.keep(row.room);
  }

  /** The transaction failed: what was written and is not remembered is not there. */
  takeBack(): void {
    this.#ring.giveBack();
  }

  /** What the last process left, oldest first. */
  *stored(): Iterable<{ id: number; epoch: number; block: Block }> {
    for (const { id, epoch, heads, body } of this.#all.iterate())
      yield { id, epoch, block: Block.ofStored(heads, body) };
  }

  /** Part `n` of the row `id`. */
  part(id: number, n: number): JournalPart {
    const block = this.block(id);
    return { head: block.head(n), block };
  }

  /** Of the row `id`. */
  block(id: number): Block {
    return (this.#rows[this.#indexOf(id)] as JournalRow).block;
  }

  /** Deletes the oldest rows whose events are all in segments, inside a transaction; returns how many. */
  deleteCovered(segmentedTo: (key: number) => number): number {
    let covered = 0;
    while (this.#rows[covered] && isCovered((this.#rows[covered] as JournalRow).block, segmentedTo)) covered += 1;
    for (const { id } of this.#rows.slice(0, covered)) if (!this.#evidence.has(id)) this.#delete.run(id);
    return covered;
  }

  keepAsEvidence(id: number): void {
    this.#evidence.add(id);
  }

  /** What was said by one who is gone is no evidence of anything. Inside the transaction that removes him. */
  blankEvidence(key: number): void {
    for (const id of this.#evidence) {
      const row = this.#one.get(id);
      const block = row && Block.ofStored(row.heads, row.body);
      if (block && blank(block, key)) this.#rewrite.run(block.body, id);
    }
  }

  /** The transaction that deleted them has succeeded. */
  forget(covered: number): void {
    for (const row of this.#rows.splice(0, covered)) {
      this.#bytes -= sizeOf(row);
      if (row.room) this.#ring.release(row.room);
    }
  }

  #indexOf(id: number): number {
    // They are numbered one by one, but for what was taken back.
    const likely = id - (this.#rows[0]?.id ?? 0);
    if (this.#rows[likely]?.id === id) return likely;
    let [low, high] = [0, this.#rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#rows[middle] as JournalRow).id < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function sizeOf({ block }: JournalRow): number {
  return block.body.length + block.heads.byteLength;
}

/** Returns whether there was anything of it. */
function blank(block: Block, key: number): boolean {
  let isIn = false;
  for (let n = 0; n < block.length; n += 1) {
    if (block.keyOf(n) !== key) continue;
    const { from, to } = block.head(n);
    block.body.fill(0, from, to);
    isIn = true;
  }
  return isIn;
}

function isCovered(block: Block, segmentedTo: (key: number) => number): boolean {
  for (let n = 0; n < block.length; n += 1) if (block.lastOf(n) > segmentedTo(block.keyOf(n))) return false;
  return true;
}
