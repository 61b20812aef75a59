import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { StoreError } from '../errors.ts';
import { checkStructure } from './check-structure.ts';
import { createPrivate, lockDirectory, OWNER_ONLY } from './lock.ts';
import { migrate } from './migrate.ts';

export interface OpenOptions {
  /** The database takes no more room than this; beyond it writes are refused as STORAGE_FULL. */
  readonly maxBytes?: number;
}

export interface OpenDatabase {
  readonly db: Database;
  readonly path: string;
  /** Does something that makes room in the end, and may need some for it first. */
  beyondQuota<T>(work: () => T): T;
  close(): void;
}

/** Opens the database of a data folder for this process alone, at this program's version. */
export function openDatabase(directory: string, { maxBytes }: OpenOptions = {}): OpenDatabase {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const unlock = lockDirectory(directory);
    try {
      const path = join(directory, 'polywire.db');
      const db = openFile(path);
      limit(db, maxBytes);
      return {
        db,
        path,
        beyondQuota(work) {
          limit(db, undefined);
          try {
            return work();
          } finally {
            limit(db, maxBytes);
          }
        },
        close() {
          db.close();
          unlock();
        },
      };
    } catch (error) {
      unlock();
      throw error;
    }
  } catch (error) {
    throw StoreError.atOpening(error);
  }
}

function openFile(path: string): Database {
  createPrivate(path);
  // Files that a killed process left; SQLite gives new ones the permissions of the database.
  for (const left of [`${path}-wal`, `${path}-shm`]) if (existsSync(left)) chmodSync(left, OWNER_ONLY);
  const db = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    checkVersion(db.prepare('SELECT sqlite_version()').pluck().get() as string);
    // Only a new file takes it. A commit is one or two pages of this size, and each page is two writes.
    db.pragma('page_size = 16384');
    db.pragma('journal_mode = WAL');
    db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    checkStructure(db);
    migrate(db);
    db.pragma(`busy_timeout = ${WORKING_TIMEOUT_MS}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** SQLite never lets the limit fall below what is there. */
function limit(db: Database, maxBytes: number | undefined): void {
  const pageSize = db.pragma('page_size', { simple: true }) as number;
  const pages = maxBytes === undefined ? MAX_PAGES : Math.max(1, Math.floor(maxBytes / pageSize));
  db.pragma(`max_page_count = ${pages}`);
}

/** SQLite's own limit. */
const MAX_PAGES = 0xfffffffe;

/** 32 MiB: seldom enough that it costs little, small enough to be read at a start. A server has a thread for it. */
const CHECKPOINT_PAGES = 2_000;

/** Backups and tools may hold the database for a moment. */
const BUSY_TIMEOUT_MS = 5_000;
/** SQLite waits with the whole process: once people are served it does so no longer than they would notice. */
const WORKING_TIMEOUT_MS = 50;

/** Before it, a write-ahead log could be reset while a reader used it, and the database was damaged. */
const MIN_SQLITE = '3.51.3';

export function checkVersion(version: string): void {
  if (version.localeCompare(MIN_SQLITE, 'en', { numeric: true }) >= 0) return;
  throw new StoreError('UNSUPPORTED', {
    en: `SQLite ${version} can damage data; ${MIN_SQLITE} or newer is needed: run npm install again.`,
    zh: `SQLite ${version} 可能损坏数据，需要 ${MIN_SQLITE} 或更高版本：请重新运行 npm install。`,
  });
}
