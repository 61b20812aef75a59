import { createReadStream } from 'node:fs';
import type { RunEvent } from '@polywire/protocol';
import type { Database } from 'better-sqlite3';
import { hasCode } from '../../has-code.ts';
import { StoreError } from '../errors.ts';
import { ARCHIVE_VERSION, type ArchiveLine, archivedTables, derivedColumns } from './archive.ts';
import type { OpenDatabase } from './open.ts';
import { mapped } from './query.ts';
import { uploadPath, uploadsOf } from './upload-path.ts';

export type ReadSession = (session: string) => AsyncIterable<RunEvent>;

/** Rows read at a time: between them others may use the database. */
const PAGE = 500;
/** A multiple of three bytes, so that the pieces of base64 could be put together as they are. */
const PART_BYTES = 192 * 1024;

/**
 * All of a data folder as lines of NDJSON, without their ends. What is written while it runs may be in it by half: an
 * export that must be consistent is made from a backup.
 */
export async function* exportLines(database: OpenDatabase, readEvents: ReadSession): AsyncGenerator<string> {
  let rows = 0;
  let events = 0;
  yield line({ archive: 'polywire', version: ARCHIVE_VERSION });
  for (const table of archivedTables) {
    for (const row of rowsOf(database.db, table)) {
      rows += 1;
      yield line({ table, row });
    }
  }
  for (const { id } of rowsOf(database.db, 'sessions')) {
    for await (const event of readEvents(String(id))) {
      events += 1;
      yield line({ session: String(id), event });
    }
  }
  yield* uploadLines(database);
  yield line({ end: { rows, events } });
}

function line(it: ArchiveLine): string {
  return JSON.stringify(it);
}

type Row = Record<string, string | number | null>;

function* rowsOf(db: Database, table: (typeof archivedTables)[number]): Generator<Row> {
  const columns = mapped(() => db.prepare<[], { name: string }>(`PRAGMA table_info(${table})`).all())
    .map(({ name }) => name)
    .filter((name) => !derivedColumns.has(name));
  const page = db.prepare<[number, number], Row & { _place: number }>(
    `SELECT rowid AS _place, ${columns.join(', ')} FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ?`,
  );
  for (let place = 0; ; ) {
    const rows = mapped(() => page.all(place, PAGE));
    for (const { _place, ...row } of rows) {
      place = _place;
      yield row;
    }
    if (rows.length < PAGE) return;
  }
}

async function* uploadLines(database: OpenDatabase): AsyncGenerator<string> {
  const directory = uploadsOf(database);
  for (const { id, session } of rowsOf(database.db, 'uploads')) {
    const upload = String(id);
    const path = uploadPath(directory, String(session), upload);
    let isEmpty = true;
    try {
      for await (const part of createReadStream(path, { highWaterMark: PART_BYTES })) {
        isEmpty = false;
        yield line({ upload, data: (part as Buffer).toString('base64') });
      }
      if (isEmpty) yield line({ upload, data: '' });
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw StoreError.from(error);
      yield line({ upload, missing: true });
    }
  }
}
