import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RunEvent } from '@polywire/protocol';
import Sqlite from 'better-sqlite3';
import { hasCode } from './has-code.ts';
import { appendBatch } from './log/append-batch.ts';
import { portionsOf } from './log/portions.ts';
import { sqliteLog } from './log/sqlite/index.ts';
import type { SessionRecord } from './store/contract.ts';
import { StoreError } from './store/errors.ts';
import { backupTo, type Progress } from './store/sqlite/backup.ts';
import { exportLines } from './store/sqlite/export.ts';
import { importLines } from './store/sqlite/import.ts';
import { openDatabase } from './store/sqlite/open.ts';
import { openStore } from './store/sqlite/store.ts';
import { uploadFolder, uploadPath, uploadsOf } from './store/sqlite/upload-path.ts';

/** A data folder that no server uses, for programs that work on it whole. */
export interface DataFolder {
  /** Every session of everybody, last changed first. */
  sessions(): AsyncIterable<SessionRecord & { readonly owner: string }>;
  /** Everything, as lines of NDJSON. */
  lines(): AsyncIterable<string>;
  /** Takes the lines of an export; the folder must be new. */
  fill(lines: AsyncIterable<string>): Promise<void>;
  close(): Promise<void>;
}

export function openData(directory: string, options: { readonly mustExist?: boolean } = {}): DataFolder {
  if (options.mustExist && !existsSync(join(directory, FILE))) throw nothingIn(directory);
  const database = openDatabase(directory);
  const log = sqliteLog(database.db);

  async function* readEvents(session: string): AsyncGenerator<RunEvent> {
    for await (const { events } of portionsOf(log, session)) yield* events;
  }

  return {
    async *sessions() {
      const store = await openStore(database);
      const owners = database.db.prepare<[], string>('SELECT DISTINCT owner FROM sessions ORDER BY owner').pluck();
      for (const owner of owners.all()) {
        for (let after: string | undefined; ; ) {
          const page = await store.sessions.list(owner, { limit: PAGE, ...(after !== undefined && { after }) });
          for (const session of page.items) yield { ...session, owner };
          after = page.next;
          if (after === undefined) break;
        }
      }
    },
    lines: () => exportLines(database, readEvents),
    fill: (lines) =>
      importLines(database, lines, async (owner, session, events) => {
        const expected = await log.head(session);
        const appended = await appendBatch(log, { session, owner, expected, epoch: 1, events });
        if (!appended.ok) throw StoreError.from('cause' in appended ? appended.cause : undefined);
      }),
    async close() {
      await log.close();
      database.close();
    },
  };
}

/** Copies the database and the uploads to a new folder. A server may use the old one meanwhile. */
export async function backupData(directory: string, target: string, progress?: Progress): Promise<void> {
  const path = join(directory, FILE);
  if (!existsSync(path)) throw nothingIn(directory);
  await makeNew(target);
  const db = new Sqlite(path, { readonly: true });
  try {
    // One moment is copied, whatever is written meanwhile: without it every commit of the server begins the copy anew.
    db.exec('BEGIN');
    const uploads = db.prepare<[], UploadRow>('SELECT id, session FROM uploads').all();
    await backupTo(db, join(target, FILE), progress);
    await copyUploads(uploads, uploadsOf({ path }), uploadsOf({ path: join(target, FILE) }));
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw StoreError.from(error);
  } finally {
    db.close();
  }
}

interface UploadRow {
  readonly id: string;
  readonly session: string;
}

/** One that was removed since then is as if it were lost: an export says so. */
async function copyUploads(uploads: readonly UploadRow[], from: string, to: string): Promise<void> {
  for (const { id, session } of uploads) {
    await mkdir(uploadFolder(to, session), { recursive: true, mode: 0o700 });
    try {
      await copyFile(uploadPath(from, session, id), uploadPath(to, session, id));
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
    }
  }
}

const FILE = 'polywire.db';
const PAGE = 100;

async function makeNew(target: string): Promise<void> {
  try {
    await mkdir(dirname(target), { recursive: true });
    await mkdir(target, { mode: 0o700 });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw StoreError.from(error);
    throw new StoreError(
      'CONFLICT',
      { en: `${target} is already there: name a new folder.`, zh: `${target} 已存在：请指定一个新目录。` },
      { cause: error },
    );
  }
}

function nothingIn(directory: string): StoreError {
  return new StoreError('INVALID', {
    en: `There is no Polywire data in ${directory}: name the folder with --data.`,
    zh: `${directory} 中没有 Polywire 数据：请用 --data 指定目录。`,
  });
}
