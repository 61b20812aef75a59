import { codeIn } from '../../has-code.ts';

/** Another program holds the database. */
export function isBusy(cause: unknown): boolean {
  return codeIn(cause).startsWith('SQLITE_BUSY');
}

export function isFull(cause: unknown): boolean {
  return codeIn(cause) === 'SQLITE_FULL';
}

/** Found by us or, where a page is no longer what it was, by SQLite. */
export function isDamage(cause: unknown): boolean {
  const code = codeIn(cause);
  return code === 'DAMAGED' || code.startsWith('SQLITE_CORRUPT');
}
