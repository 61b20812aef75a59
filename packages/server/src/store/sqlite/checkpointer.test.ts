import { existsSync, statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { Checkpointer } from './checkpointer.ts';
import { openDatabase } from './open.ts';
import { temporaryDirectory } from './testing.ts';

// Real files on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

it('has what was committed copied while commits go on, so that the log does not grow with them', async () => {
  const { database, checkpointer, problems } = open();
  const { db, path } = database;
  const write = writer(db);
  let bytes = 0;
  let most = 0;
  while (bytes < 5 * LOG_BYTES) {
    bytes += write();
    checkpointer.committed();
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, waiting(db));
    // As a server that is busy, and not as one that does nothing but write.
    if (waiting(db) > 2_000) await vi.waitFor(() => expect(waiting(db)).toBeLessThan(1_000), { timeout: 20_000 });
  }
  expect(most).toBeGreaterThan(1_000);
  expect(statSync(`${path}-wal`).size).toBeLessThan(5 * LOG_BYTES);
  expect(problems).toEqual([]);
  await checkpointer.close();
  database.close();
  expect(existsSync(`${path}-wal`)).toBe(false);
});

it('reports a thread that cannot do it; SQLite does it then, within a commit', async () => {
  const { database, checkpointer, problems } = open('/nowhere/polywire.db');
  const write = writer(database.db);
  for (let bytes = 0; bytes < LOG_BYTES || problems.length === 0; bytes += write()) {
    checkpointer.committed();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(problems[0]).toMatchObject({ message: expect.stringContaining('open') });
  for (let bytes = 0; bytes < 8 * LOG_BYTES; bytes += write()) checkpointer.committed();
  expect(problems).toHaveLength(1);
  expect(waiting(database.db)).toBeLessThan(8_000);
  await checkpointer.close();
  database.close();
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

/** Each call commits a megabyte. */
function writer(db: Database): () => number {
  db.exec('CREATE TABLE filling (bytes BLOB)');
  const insert = db.prepare('INSERT INTO filling VALUES (?)');
  const some = Buffer.alloc(MIB, 'x');
  return () => {
    insert.run(some);
    return some.length;
  };
}

/** Pages that are in the log and not in the database yet. */
function waiting(db: Database): number {
  const [{ log, checkpointed }] = db.pragma('wal_checkpoint(NOOP)') as [{ log: number; checkpointed: number }];
  return log - checkpointed;
}

const MIB = 1024 * 1024;
/** What is left in the log before somebody is asked to copy it. */
const LOG_BYTES = 16 * MIB;
