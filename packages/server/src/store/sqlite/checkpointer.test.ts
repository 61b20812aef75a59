import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { Checkpointer } from './checkpointer.ts';
import { openDatabase } from './open.ts';
import { temporaryDirectory } from './testing.ts';

// Real files on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

it('has the log begin anew while commits go on, so that it does not grow with them', async () => {
  const { database, checkpointer, problems } = open();
  const { db, path } = database;
  const write = writer(db);
  let longest = 0;
  const isAnew = () => {
    const { log } = walOf(db);
    longest = Math.max(longest, log);
    return log < longest;
  };
  for (let commits = 0; !isAnew(); commits += 1) {
    // First as much as there has to be, then as often as a busy server, and as one with a slower and slower disk.
    write(longest < PAGES ? MIB : 1);
    checkpointer.committed();
    if (longest >= PAGES) await pause(COMMIT_EVERY_MS * (1 + Math.floor(commits / 100)));
    if (commits > 1_000) throw new Error(`the log has ${longest} pages and still grows`);
  }
  expect(longest).toBeLessThan(2 * PAGES);
  expect(problems).toEqual([]);
  await checkpointer.close();
  database.close();
  expect(existsSync(`${path}-wal`)).toBe(false);
});

it('reports a thread that cannot do it; SQLite does it then, within a commit', async () => {
  const { database, checkpointer, problems } = open('/nowhere/polywire.db');
  const write = writer(database.db);
  while (problems.length === 0) {
    write(MIB);
    checkpointer.committed();
    await pause(0);
  }
  expect(problems[0]).toMatchObject({ message: expect.stringContaining('open') });
  for (let pages = 0; pages < 9 * PAGES; pages += write(MIB) / PAGE) checkpointer.committed();
  expect(problems).toHaveLength(1);
  const { log, checkpointed } = walOf(database.db);
  expect(log - checkpointed).toBeLessThan(8 * PAGES);
  await checkpointer.close();
  database.close();
});

it('reports a log that it cannot look at, and lets the commit be', async () => {
  const { database, checkpointer, problems } = open();
  database.close();
  for (let commits = 0; commits < 100; commits += 1) checkpointer.committed();
  expect(problems).toHaveLength(1);
  await checkpointer.close();
});

function open(path?: string) {
  const database = openDatabase(temporaryDirectory());
  const problems: unknown[] = [];
  const checkpointer = new Checkpointer({ db: database.db, path: path ?? database.path }, (error) =>
    problems.push(error),
  );
  database.db.pragma('synchronous = OFF');
  return { database, checkpointer, problems };
}

function writer(db: Database): (bytes: number) => number {
  db.exec('CREATE TABLE filling (bytes BLOB)');
  const insert = db.prepare('INSERT INTO filling VALUES (?)');
  return (bytes) => {
    insert.run(Buffer.alloc(bytes, 'x'));
    return bytes;
  };
}

/** Pages in the log, and how many of them are in the database too. */
function walOf(db: Database): { log: number; checkpointed: number } {
  const [state] = db.pragma('wal_checkpoint(NOOP)') as [{ log: number; checkpointed: number }];
  return state;
}

const MIB = 1024 * 1024;
const PAGE = 16 * 1024;
/** In the log before somebody is asked to copy it. */
const PAGES = 1_000;
const COMMIT_EVERY_MS = 20;
