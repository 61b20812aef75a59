import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Draft, RunEvent } from '@polywire/protocol';
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
