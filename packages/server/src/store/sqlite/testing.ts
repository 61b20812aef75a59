import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Draft, RunEvent } from '@polywire/protocol';
import type { Database } from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { stampAll } from '../../../../conformance/src/generate.ts';
import { appendBatch } from '../../log/append-batch.ts';
import { type SqliteEventLog, sqliteLog } from '../../log/sqlite/index.ts';
import { logHooks } from './forget.ts';
import { type OpenDatabase, type OpenOptions, openDatabase } from './open.ts';
import { pastIn } from './past.ts';
import { projector } from './project.ts';
import { openStore, type SqliteStore, type StoreOptions } from './store.ts';

type AtEnd = (work: () => void) => void;

/** A folder that is gone when the test is over. */
export function temporaryDirectory(atEnd: AtEnd = onTestFinished): string {
  const directory = mkdtempSync(join(tmpdir(), 'polywire-store-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export interface StoreUnderTest {
  readonly directory: string;
  readonly database: OpenDatabase;
  readonly store: SqliteStore;
  readonly log: SqliteEventLog;
  /** The clock of the store. */
  readonly clock: { now: number };
  /** Appends to a session's log, as a session does. */
  say(owner: string, session: string, ...drafts: Draft[]): Promise<readonly RunEvent[]>;
}

/** A store and its log on real files, closed when the test is over, or where `atEnd` says. */
export async function storeUnderTest(
  options: StoreOptions & OpenOptions & { readonly directory?: string; readonly atEnd?: AtEnd } = {},
): Promise<StoreUnderTest> {
  const { atEnd = onTestFinished, directory = temporaryDirectory(atEnd), maxBytes, ...rest } = options;
  const database = openDatabase(directory, maxBytes === undefined ? {} : { maxBytes });
  const clock = { now: 1_000 };
  const log: SqliteEventLog = sqliteLog(database.db, {
    project: projector(
      database.db,
      pastIn(() => log),
    ),
  });
  const store = await openStore(database, { now: () => clock.now, log: logHooks(log), ...rest });
  atEnd(() => {
    if (database.db.open) database.close();
  });
  async function say(owner: string, session: string, ...drafts: Draft[]): Promise<readonly RunEvent[]> {
    const expected = await log.head(session);
    const events = stampAll(drafts).map((event) => ({ ...event, seq: event.seq + expected }));
    const appended = await appendBatch(log, { session, owner, expected, epoch: 1, events });
    if (!appended.ok) throw new Error(appended.why, 'cause' in appended ? { cause: appended.cause } : {});
    return events;
  }
  return { directory, database, store, log, clock, say };
}

/**
 * As a disk does that has lost a block: it is read as zeros, and nothing leads from it to the next. `which` of the pages
 * of one kind that a table or an index has.
 */
export function losePage(db: Database, of: string, kind: 'leaf' | 'overflow', which: number): void {
  db.pragma('wal_checkpoint(TRUNCATE)');
  const pages = db
    .prepare<[string, string], number>('SELECT pgoffset FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY path')
    .pluck()
    .all(of, kind);
  const size = db.pragma('page_size', { simple: true }) as number;
  const file = openSync(db.name, 'r+');
  writeSync(file, Buffer.alloc(size), 0, size, pages.at(which) as number);
  closeSync(file);
  db.pragma('shrink_memory');
}

export async function* bytes(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

/** A run in which the assistant says `text`. */
export function turn(question: string, answer: string, runId = 'r'): Draft[] {
  return [
    { type: 'message.accepted', text: question },
    { type: 'run.started', runId, input: question },
    { type: 'message.started', runId, messageId: `${runId}.m`, role: 'assistant' },
    { type: 'text.delta', runId, messageId: `${runId}.m`, delta: answer },
    { type: 'message.completed', runId, messageId: `${runId}.m` },
    { type: 'run.finished', runId, status: 'complete' },
  ];
}
