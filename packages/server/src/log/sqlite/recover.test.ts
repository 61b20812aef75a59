import type { RunEvent } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { openDatabase } from '../../store/sqlite/open.ts';
import { temporaryDirectory } from '../../store/sqlite/testing.ts';
import { appendBatch } from '../append-batch.ts';
import { sqliteLog } from './index.ts';

it('gives what stays as evidence to nobody else, when those whose it was are removed', async () => {
  const directory = temporaryDirectory();
  const process = () => {
    const database = openDatabase(directory);
    return { ...database, log: sqliteLog(database.db) };
  };
  const first = process();
  await Promise.all(['a', 'b'].map((session) => say(first.log, session, 3)));
  first.db.exec(`UPDATE journal SET body = CAST(replace(CAST(body AS TEXT), '"a 2"', '"a X"') AS BLOB)`);
  first.close();
  for (const [gone, come] of [
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    [
      ['c', 'd'],
      ['e', 'f'],
    ],
  ] as const) {
    const { log, close } = process();
    for (const session of gone) await log.remove(session);
    for (const session of come) await say(log, session, 1);
    close();
  }
  const { log, close } = process();
  for (const session of ['e', 'f']) expect((await log.read(session, 0, 10)).events).toEqual([event(session, 1)]);
  close();
});

it('keeps nothing that was said in a session that is removed, also in what stays as evidence', async () => {
  const directory = temporaryDirectory();
  const first = openDatabase(directory);
  const before = sqliteLog(first.db);
  await Promise.all(['a', 'b'].map((session) => say(before, session, 3)));
  first.db.exec(`UPDATE journal SET body = CAST(replace(CAST(body AS TEXT), '"a 2"', '"a X"') AS BLOB)`);
  first.close();
  const { db, close } = openDatabase(directory);
  const log = sqliteLog(db);
  const kept = () => db.prepare('SELECT CAST(body AS BLOB) FROM journal').pluck().all().join('');
  await log.remove('b');
  expect(kept()).not.toContain('b 1');
  expect(kept()).toContain('a 1');
  await expect(log.read('a', 0, 10)).rejects.toMatchObject({ code: 'DAMAGED' });
  await log.remove('a');
  expect(kept()).not.toContain('a 1');
  close();
  const again = openDatabase(directory);
  const reopened = sqliteLog(again.db);
  for (const session of ['a', 'b']) expect(await reopened.head(session)).toBe(0);
  await reopened.remove('nobody');
  expect(again.db.prepare('SELECT count(*) FROM journal').pluck().get()).toBe(0);
  again.close();
});

function say(log: ReturnType<typeof sqliteLog>, session: string, count: number) {
  const events = Array.from({ length: count }, (_, i) => event(session, i + 1));
  return appendBatch(log, { session, owner: 'o', epoch: 1, expected: 0, events });
}

function event(session: string, seq: number): RunEvent {
  return { type: 'text.delta', seq, at: seq, messageId: 'm', delta: `${session} ${seq}` };
}
