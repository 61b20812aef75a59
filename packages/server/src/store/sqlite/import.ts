import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { isJsonObject, type JsonObject, type RunEvent } from '@polywire/protocol';
import { halvesOf } from '@polywire/protocol/halves';
import type { Database } from 'better-sqlite3';
import { StoreError } from '../errors.ts';
import { ARCHIVE_VERSION, archivedTables, derivedColumns } from './archive.ts';
import { OWNER_ONLY } from './lock.ts';
import type { OpenDatabase } from './open.ts';
import { mapped } from './query.ts';
import { uploadFolder, uploadPath, uploadsOf } from './upload-path.ts';

/** Adds events to the log of a session, and to nothing else: the rows they led to are in the archive. */
export type AppendEvents = (owner: string, session: string, events: readonly RunEvent[]) => Promise<void>;

/** Fills an empty data folder with the lines of an export. After an error the folder is of no use: delete it. */
export async function importLines(
  database: OpenDatabase,
  lines: AsyncIterable<string> | Iterable<string>,
  appendEvents: AppendEvents,
): Promise<void> {
  const importer = new Importer(database, appendEvents);
  let number = 0;
  try {
    for await (const text of lines) {
      number += 1;
      const line: unknown = JSON.parse(text);
      if (!isJsonObject(line)) throw new TypeError('The line is no object. / 该行不是对象。');
      await (number === 1 ? checkHeader(line) : importer.take(line));
    }
    number += 1;
    await importer.finish();
  } catch (error) {
    throw error instanceof SyntaxError || error instanceof TypeError ? broken(number, error) : StoreError.from(error);
  }
}

/** Rows or events that are written together. */
const BATCH = 500;

type Row = Record<string, string | number | null>;

class Importer {
  readonly #db: Database;
  readonly #uploads: string;
  readonly #appendEvents: AppendEvents;
  readonly #tables: ReadonlyMap<string, TableWriter>;
  readonly #written = new Set<string>();
  readonly #missing = new Set<string>();
  readonly #counted = { rows: 0, events: 0 };
  #rows: { writer: TableWriter; row: Row }[] = [];
  #events: { session: string; list: RunEvent[] } = { session: '', list: [] };
  #isWhole = false;

  constructor(database: OpenDatabase, appendEvents: AppendEvents) {
    this.#db = database.db;
    this.#uploads = uploadsOf(database);
    this.#appendEvents = appendEvents;
    for (const table of archivedTables) {
      if (this.#db.prepare(`SELECT 1 FROM ${table}`).get()) throw notEmpty();
    }
    this.#tables = new Map(archivedTables.map((table) => [table, writerOf(this.#db, table)]));
  }

  async take(line: JsonObject): Promise<void> {
    if (this.#isWhole) throw new TypeError('Something follows the end. / 结尾之后还有内容。');
    if ('row' in line) this.#takeRow(String(line.table), line.row as Row);
    else if ('event' in line) await this.#takeEvent(String(line.session), line.event as RunEvent);
    else if ('upload' in line) await this.#takeUpload(String(line.upload), line);
    else if ('end' in line) this.#takeEnd(line.end as { rows: number; events: number });
    else throw new TypeError('The line is of no known kind. / 该行类型未知。');
  }

  async finish(): Promise<void> {
    if (!this.#isWhole) throw new TypeError('The end is missing. / 缺少结尾。');
    this.#flushRows();
    await this.#flushEvents();
    await this.#checkUploads();
  }

  #takeRow(table: string, row: Row): void {
    const writer = this.#tables.get(table);
    if (!writer) throw new TypeError(`There is no table ${table}. / 没有表 ${table}。`);
    writer.check(row);
    this.#counted.rows += 1;
    this.#rows.push({ writer, row });
    if (this.#rows.length === BATCH) this.#flushRows();
  }

  async #takeEvent(session: string, event: RunEvent): Promise<void> {
    this.#counted.events += 1;
    if (session !== this.#events.session || this.#events.list.length === BATCH) await this.#flushEvents();
    this.#events.session = session;
    this.#events.list.push(event);
  }

  async #takeUpload(id: string, line: JsonObject): Promise<void> {
    this.#flushRows();
    const row = this.#db.prepare<[string], { session: string }>('SELECT session FROM uploads WHERE id = ?').get(id);
    if (!row) throw new TypeError(`There is no upload ${id}. / 没有上传文件 ${id}。`);
    if (line.missing === true) {
      this.#missing.add(id);
      return;
    }
    await mkdir(uploadFolder(this.#uploads, row.session), { recursive: true, mode: 0o700 });
    this.#written.add(id);
    const data = Buffer.from(String(line.data), 'base64');
    await appendFile(uploadPath(this.#uploads, row.session, id), data, { mode: OWNER_ONLY });
  }

  #takeEnd({ rows, events }: { rows: number; events: number }): void {
    const { rows: hadRows, events: hadEvents } = this.#counted;
    if (rows !== hadRows || events !== hadEvents) throw new TypeError('Lines are missing. / 缺少若干行。');
    this.#isWhole = true;
  }

  #flushRows(): void {
    const batch = this.#rows;
    this.#rows = [];
    mapped(() =>
      this.#db
        .transaction(() => {
          for (const { writer, row } of batch) writer.write(row);
        })
        .immediate(),
    );
  }

  async #flushEvents(): Promise<void> {
    const { session, list } = this.#events;
    if (list.length === 0) return;
    this.#flushRows();
    this.#events = { session: '', list: [] };
    const owner = this.#db.prepare<[string], string>('SELECT owner FROM sessions WHERE id = ?').pluck().get(session);
    if (owner === undefined) throw new TypeError(`There is no session ${session}. / 没有会话 ${session}。`);
    await this.#appendEvents(owner, session, list);
  }

  async #checkUploads(): Promise<void> {
    const rows = this.#db.prepare<[], { id: string; session: string; sha256: string }>(
      'SELECT id, session, sha256 FROM uploads',
    );
    for (const { id, session, sha256 } of rows.all()) {
      const path = uploadPath(this.#uploads, session, id);
      if (this.#missing.has(id)) continue;
      if (!this.#written.has(id))
        throw new TypeError(`The file of upload ${id} is not there. / 上传文件 ${id} 不存在。`);
      const hash = createHash('sha256');
      for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
      if (hash.digest('hex') !== sha256)
        throw new TypeError(`The file of upload ${id} is not what it was. / 上传文件 ${id} 内容有变。`);
    }
  }
}

interface TableWriter {
  check(row: unknown): void;
  write(row: Row): void;
}

function writerOf(db: Database, table: string): TableWriter {
  const columns = db
    .prepare<[], { name: string }>(`PRAGMA table_info(${table})`)
    .all()
    .map(({ name }) => name)
    .filter((name) => !derivedColumns.has(name));
  const insert = db.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
  );
  return {
    check(row) {
      const isRow = isJsonObject(row) && Object.keys(row).length === columns.length;
      if (!isRow || !columns.every((name) => isScalar(row[name])))
        throw new TypeError(`This is no row of ${table}. / 这不是表 ${table} 的行。`);
    },
    write(row) {
      insert.run(row);
    },
  };
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

function checkHeader(line: JsonObject): void {
  const { archive, version } = line;
  if (archive !== 'polywire' || typeof version !== 'number')
    throw new TypeError('This is no export of Polywire. / 这不是 Polywire 的导出文件。');
  if (version <= ARCHIVE_VERSION) return;
  throw new StoreError('TOO_NEW', {
    en: `The export was made by a newer Polywire (its format is ${version}, this program knows ${ARCHIVE_VERSION}): update Polywire.`,
    zh: `此导出由更新版本的 Polywire 生成（其格式为 ${version}，本程序支持到 ${ARCHIVE_VERSION}）：请升级 Polywire。`,
  });
}

function broken(number: number, cause: Error): StoreError {
  // What a parser says of a line is a piece of it, in one language.
  const { en, zh } = halvesOf(cause instanceof SyntaxError ? 'It is not JSON. / 不是 JSON。' : cause.message);
  return new StoreError(
    'INVALID',
    { en: `Line ${number} of the export cannot be read: ${en}`, zh: `无法读取导出文件的第 ${number} 行：${zh}` },
    { cause },
  );
}

function notEmpty(): StoreError {
  return new StoreError('CONFLICT', {
    en: 'An import needs an empty data folder: start with a new one (--data).',
    zh: '导入需要空的数据目录：请用 --data 指定一个新目录。',
  });
}
