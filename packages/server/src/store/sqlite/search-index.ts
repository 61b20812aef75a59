import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { StoreError } from '../errors.ts';
import { type Segment, segmenter } from './words.ts';

export interface IndexShape {
  readonly table: 'messages' | 'chunks';
  readonly index: 'message_search' | 'chunk_search';
  /** Rows that wait, as `id` and `text`; `LIMIT` follows. */
  readonly waiting: string;
  readonly words: (text: string, segment: Segment) => readonly string[];
}

/** About five milliseconds of work: the streams that run meanwhile wait no longer than that. */
const STEP_CHARS = 24_000;
const STEP_ROWS = 100;
/** The words further down a huge text are not worth the wait. */
const MAX_CHARS = 200_000;
/** Pages of an index rewritten at a time when what was deleted is cleared out of it. */
const PURGE_PAGES = 64;

/**
 * Full-text index that is brought up to date when it is needed, in steps that let others work between them: taking words
 * apart would cost a commit more than all the rest of it.
 */
export class SearchIndex {
  readonly #db: Database;
  readonly #shape: IndexShape;
  readonly #waiting;
  readonly #insert;
  readonly #done;
  readonly #merge;
  readonly #changes;
  readonly #transact: (work: () => void) => void;
  #running: Promise<void> | undefined;

  constructor(db: Database, shape: IndexShape) {
    const { table, index } = shape;
    this.#db = db;
    this.#shape = shape;
    this.#waiting = db.prepare<[number], { id: number; text: string }>(`${shape.waiting} LIMIT ?`);
    this.#insert = db.prepare(`INSERT INTO ${index} (rowid, words) VALUES (?, ?)`);
    this.#done = db.prepare(`UPDATE ${table} SET indexed = 1 WHERE id = ?`);
    this.#merge = db.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`);
    this.#changes = db.prepare<[], number>('SELECT total_changes()').pluck();
    this.#transact = db.transaction((work: () => void) => work()).immediate;
  }

  /** Every row that was there when it was called can be found when it is done. */
  catchUp(): Promise<void> {
    this.#running ??= this.#catchUp().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Deleted rows only stop being found; this takes their words out of the index's own tables. */
  async purge(): Promise<void> {
    try {
      for (let pages = -PURGE_PAGES; ; pages = PURGE_PAGES) {
        const before = this.#changes.get() ?? 0;
        this.#merge.run(pages);
        // FTS5 counts one change for a merge that had nothing left to do.
        if ((this.#changes.get() ?? 0) - before < 2) return;
        await nextTurn();
      }
    } catch (error) {
      throw StoreError.from(error);
    }
  }

  async #catchUp(): Promise<void> {
    if (this.#waiting.all(1).length === 0) return;
    const segment = await segmenter();
    try {
      while (this.#step(segment)) await nextTurn();
    } catch (error) {
      throw StoreError.from(error);
    }
  }

  /** false when nothing is left, or the store was closed meanwhile: the rest is done at the next start. */
  #step(segment: Segment): boolean {
    if (!this.#db.open) return false;
    const rows = this.#waiting.all(STEP_ROWS);
    if (rows.length === 0) return false;
    this.#transact(() => {
      let chars = 0;
      for (const { id, text } of rows) {
        const part = text.slice(0, MAX_CHARS);
        this.#insert.run(id, this.#shape.words(part, segment).join(' '));
        this.#done.run(id);
        chars += part.length;
        if (chars > STEP_CHARS) break;
      }
    });
    return true;
  }
}
