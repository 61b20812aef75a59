import { chmodSync, closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { hasCode } from '../../has-code.ts';
import { StoreError } from '../errors.ts';

/**
 * Takes a data folder for this process, or says who has it. The lock is the operating system's lock on a file, taken
 * through SQLite: it ends with the process, however that ends. The pid beside it only helps the person who reads it.
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'lock.db');
  const pidPath = join(directory, 'lock.pid');
  createPrivate(path);
  const held = new Database(path, { timeout: 0 });
  try {
    held.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    held.close();
    throw isBusy(error) ? inUse(directory, pidPath, error) : error;
  }
  writeFileSync(pidPath, `${process.pid}\n`, { mode: OWNER_ONLY });
  return () => {
    rmSync(pidPath, { force: true });
    held.close();
  };
}

/** Nobody else on the machine reads what people tell their agents. */
export const OWNER_ONLY = 0o600;

/**
 * Makes sure that a file is there and private before SQLite opens it. Never opens a file that exists: closing any
 * descriptor of it would drop the locks this process has on it.
 */
export function createPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ONLY));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    chmodSync(path, OWNER_ONLY);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

function inUse(directory: string, pidPath: string, cause: unknown): StoreError {
  const pid = readPid(pidPath);
  return new StoreError(
    'IN_USE',
    {
      en: `The data folder ${directory} is in use by another Polywire${pid ? ` (process ${pid})` : ''}: stop that one, or name another folder with --data.`,
      zh: `数据目录 ${directory} 正被另一个 Polywire${pid ? `（进程 ${pid}）` : ''}使用：请先停止它，或用 --data 指定其他目录。`,
    },
    { cause },
  );
}

/** The holder writes it just after it has the lock, so it may not be there yet. */
function readPid(path: string): string | undefined {
  try {
    return /^\d+/.exec(readFileSync(path, 'utf8'))?.[0];
  } catch {
    return undefined;
  }
}
