import { Worker } from 'node:worker_threads';
import type { OpenDatabase } from './open.ts';

/**
 * Has the write-ahead log copied into the database, in a thread of its own: SQLite would do it within a commit, and
 * whoever waits for that commit would wait for tens of megabytes. It does so still where this does not keep up.
 */
export class Checkpointer {
  readonly #path: string;
  readonly #look;
  readonly #report: (error: unknown) => void;
  #commits = 0;
  #thread: Worker | undefined;
  #isAtWork = false;
  /** After a failure, which may be one that stays. */
  #restsUntil = 0;

  constructor({ db, path }: Pick<OpenDatabase, 'db' | 'path'>, report: (error: unknown) => void) {
    this.#path = path;
    this.#look = db.prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)');
    this.#report = report;
    db.pragma(`wal_autocheckpoint = ${LATEST_PAGES}`);
  }

  committed(): void {
    this.#commits += 1;
    if (this.#isAtWork || this.#commits % LOOK_EVERY !== 0 || performance.now() < this.#restsUntil) return;
    try {
      const { log, checkpointed } = this.#look.get() ?? { log: 0, checkpointed: 0 };
      if (log - checkpointed < PAGES) return;
      this.#thread ??= this.#start();
      this.#thread.postMessage('go');
      this.#isAtWork = true;
    } catch (error) {
      this.#fail(error);
    }
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(new URL('./checkpoint.worker.mjs', import.meta.url), {
      workerData: { path: this.#path },
      execArgv: [],
      env: {},
    });
    thread.unref();
    thread.on('message', () => {
      this.#isAtWork = false;
    });
    thread.on('error', (error) => this.#fail(error));
    return thread;
  }

  #fail(error: unknown): void {
    this.#isAtWork = false;
    this.#thread = undefined;
    this.#restsUntil = performance.now() + REST_MS;
    this.#report(error);
  }
}

/** 16 MiB: seldom enough that most pages in it were written more than once. */
const PAGES = 1_000;
/** 128 MiB: what is beyond is copied by whoever commits. */
const LATEST_PAGES = 8_000;
const REST_MS = 60_000;
/** To look costs a tenth of a commit. */
const LOOK_EVERY = 16;
