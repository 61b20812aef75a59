import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { StoreError } from '../errors.ts';
import { createPrivate, lockDirectory, OWNER_ONLY } from './lock.ts';
import { migrate } from './migrate.ts';

export interface OpenDatabase {
  readonly db: Database;
  readonly path: string;
  close(): void;
}

/** Opens the database of a data folder for this process alone, at this program's version. */
export function openDatabase(directory: string): OpenDatabase {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const unlock = lockDirectory(directory);
    try {
      const path = join(directory, 'polywire.db');
      const db = openFile(path);
      return {
        db,
        path,
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
    throw StoreError.from(error);
  }
}

function openFile(path: string): Database {
  createPrivate(path);
  // Files that a killed process left; SQLite gives new ones the permissions of the database.
  for (const left of [`${path}-wal`, `${path}-shm`]) if (existsSync(left)) chmodSync(left, OWNER_ONLY);
  const db = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    checkVersion(db.prepare('SELECT sqlite_version()').pluck().get() as string);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Backups and tools may hold the database for a moment. */
const BUSY_TIMEOUT_MS = 5_000;

/** Before it, a write-ahead log could be reset while a reader used it, and the database was damaged. */
const MIN_SQLITE = '3.51.3';

export function checkVersion(version: string): void {
  if (version.localeCompare(MIN_SQLITE, 'en', { numeric: true }) >= 0) return;
  throw new StoreError('UNSUPPORTED', {
    en: `SQLite ${version} can damage data; ${MIN_SQLITE} or newer is needed: run npm install again.`,
    zh: `SQLite ${version} 可能损坏数据，需要 ${MIN_SQLITE} 或更高版本：请重新运行 npm install。`,
  });
}
