import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Database } from 'better-sqlite3';
import { hasCode } from '../../has-code.ts';
import { StoreError } from '../errors.ts';
import { OWNER_ONLY } from './lock.ts';

/** Told after each part that was copied. */
export type Progress = (progress: { readonly pages: number; readonly copied: number }) => void;

/** Copied between two turns of the event loop: about a millisecond. */
const PAGES_PER_TURN = 25;

export async function backupTo(db: Database, path: string, progress?: Progress): Promise<void> {
  makeNew(path);
  try {
    await db.backup(path, {
      progress({ totalPages, remainingPages }) {
        progress?.({ pages: totalPages, copied: totalPages - remainingPages });
        return PAGES_PER_TURN;
      },
    });
  } catch (error) {
    await rm(path, { force: true });
    throw StoreError.from(error);
  }
}

/** SQLite would overwrite what is there, and would let others read what it makes. */
function makeNew(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ONLY));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw StoreError.from(error);
    throw new StoreError(
      'CONFLICT',
      { en: `${path} is already there: name a new file.`, zh: `${path} 已存在：请指定一个新文件。` },
      { cause: error },
    );
  }
}
