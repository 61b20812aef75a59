import { copyFileSync, existsSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunEvent } from '@polywire/protocol';
import Sqlite, { type Database } from 'better-sqlite3';
import { type OpenDatabase, openDatabase } from '../../packages/server/src/store/sqlite/open.ts';
import type { Chance } from './chance.ts';

/** Events of one session that one transaction wrote. */
export interface Written {
  readonly session: string;
  readonly events: readonly RunEvent[];
}

export interface DiskOptions {
  /** It says of the last transaction that it is synced, and it is not: a bug to be found. */
  readonly isLying?: boolean;
  /** A transaction is synced: what it wrote is there after any crash. */
  synced(written: readonly Written[]): void;
  /** The power went out while a transaction was being written. */
  died(): void;
}

/**
 * A disk that keeps what was synced and loses what was not. SQLite is the real one, on real files: a transaction is
 * synced when it ends, and one that a crash cuts leaves some of its bytes in the write-ahead log, or all, or none.
 */
export class FakeDisk {
  readonly #directory: string;
  readonly #chance: Chance;
  readonly #options: DiskOptions;
  #database: OpenDatabase | undefined;
  #staged: Written[] = [];
  #depth = 0;
  /** Every write fails until there is room again. */
  isFull = false;
  /** The next transaction with events is the one that the power goes out in. */
  isFailing = false;
  #isDead = false;
  /** Where the write-ahead log ends after the crash. */
  #cutAt: number | undefined;

  constructor(chance: Chance, options: DiskOptions, from: { readonly directory: string } = blank()) {
    this.#chance = chance;
    this.#options = options;
    this.#directory = mkdtempSync(join(tmpdir(), 'polywire-simulation-'));
    for (const file of [FILE, WAL]) {
      const path = join(from.directory, file);
      if (existsSync(path)) copyFileSync(path, join(this.#directory, file));
    }
  }

  get db(): Database {
    if (!this.#database) throw new Error('The disk is not in use.');
    return this.#database.db;
  }

  open(): OpenDatabase {
    const database = openDatabase(this.#directory);
    // What is synced is decided here; to wait for a real disk would add nothing.
    database.db.pragma('synchronous = OFF');
    this.#watch(database.db);
    this.#database = database;
    return database;
  }

  /** Told inside a transaction. */
  stage(session: string, events: readonly RunEvent[]): void {
    this.#staged.push({ session, events });
  }

  /** Moves what is in the write-ahead log to where it belongs, as SQLite does now and then. */
  checkpoint(): void {
    this.db.pragma('wal_checkpoint(TRUNCATE)');
  }

  /** What the next process finds after this one was killed. */
  crash(): FakeDisk {
    const wal = join(this.#directory, WAL);
    const next = new FakeDisk(this.#chance, this.#options, { directory: this.#directory });
    if (this.#cutAt !== undefined && existsSync(wal)) truncateSync(join(next.#directory, WAL), this.#cutAt);
    this.remove();
    return next;
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
  }

  remove(): void {
    this.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #watch(db: Database): void {
    const make = db.transaction.bind(db) as (work: Work) => ReturnType<Database['transaction']>;
    const watched = (work: Work) => {
      const real = make((...args: unknown[]) => {
        const result = work(...args);
        if (this.isFull) throw new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
        return result;
      });
      const around =
        (run: Work): Work =>
        (...args) =>
          this.#depth > 0 ? run(...args) : this.#transact(() => run(...args));
      return Object.assign(around(real as Work), {
        default: around(real.default as Work),
        deferred: around(real.deferred as Work),
        immediate: around(real.immediate as Work),
        exclusive: around(real.exclusive as Work),
      });
    };
    db.transaction = watched as unknown as Database['transaction'];
  }

  #transact(run: () => unknown): unknown {
    if (this.#isDead) throw new Error('The process is dead.');
    const before = this.#walSize();
    this.#staged = [];
    this.#depth += 1;
    let result: unknown;
    try {
      result = run();
    } finally {
      this.#depth -= 1;
    }
    const written = this.#staged;
    this.#staged = [];
    if (this.#options.isLying) this.#cutAt = before;
    if (!this.isFailing || written.length === 0) this.#options.synced(written);
    else this.#die(before, written);
    return result;
  }

  #die(before: number, written: readonly Written[]): void {
    const after = this.#walSize();
    this.#isDead = true;
    if (this.#chance.once(2)) this.#options.synced(written);
    else this.#cutAt = this.#chance.int(before, after - 1);
    this.#options.died();
  }

  /** Where the write-ahead log ends: behind it there may be what an earlier crash left. */
  #walSize(): number {
    if (!this.isFailing && !this.#options.isLying) return 0;
    const [{ log: frames }] = this.db.pragma('wal_checkpoint(NOOP)') as [{ log: number }];
    const pageSize = this.db.pragma('page_size', { simple: true }) as number;
    return frames <= 0 ? 0 : WAL_HEAD + frames * (FRAME_HEAD + pageSize);
  }
}

type Work = (...args: unknown[]) => unknown;

const FILE = 'polywire.db';
const WAL = `${FILE}-wal`;
/** Bytes at the beginning of the write-ahead log, and before each page in it. */
const WAL_HEAD = 32;
const FRAME_HEAD = 24;

let made: string | undefined;

/** An empty database of this program's version: to make one each time would take longer than what is tried. */
function blank(): { readonly directory: string } {
  if (made === undefined) {
    const directory = mkdtempSync(join(tmpdir(), 'polywire-simulation-'));
    openDatabase(directory).close();
    process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
    made = directory;
  }
  return { directory: made };
}
