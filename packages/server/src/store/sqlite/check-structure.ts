import type { Database } from 'better-sqlite3';
import { StoreError } from '../errors.ts';

/**
 * Refuses a database whose tables and indexes do not agree: a session that an index has lost would look as if it had
 * never been. Events have checksums of their own; this is for what leads to them. A large database is not read whole
 * at every start, only the tables by which sessions are found.
 */
export function checkStructure(db: Database): void {
  const bytes =
    (db.pragma('page_count', { simple: true }) as number) * (db.pragma('page_size', { simple: true }) as number);
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
  const parts = bytes <= MAX_READ_BYTES ? ['1'] : LEADING_TABLES.filter((name) => tables.includes(name));
  for (const part of parts) {
    const found = db.pragma(`integrity_check(${part})`, { simple: true }) as string;
    if (found !== 'ok') throw StoreError.from(Object.assign(new Error(found), { code: 'SQLITE_CORRUPT' }));
  }
}

/** About a tenth of a second. */
const MAX_READ_BYTES = 64 * 1024 * 1024;
const LEADING_TABLES = ['sessions', 'aliases', 'log_keys', 'journal'];
