import type { RunEvent } from '@polywire/protocol';
import Sqlite from 'better-sqlite3';
import { afterEach, expect, it, vi } from 'vitest';
import { openDatabase } from '../../store/sqlite/open.ts';
import { temporaryDirectory } from '../../store/sqlite/testing.ts';
import { appendBatch } from '../append-batch.ts';
import type { Appended } from '../contract.ts';
import { sqliteLog } from './index.ts';

afterEach(() => void vi.useRealTimers());

it('tells whoever comes while another program holds the database no later than the first', async () => {
  const database = openDatabase(temporaryDirectory());
  // Each try fails at once: here the time is not that of the machine.
  database.db.pragma('busy_timeout = 0');
  const log = sqliteLog(database.db);
  const other = new Sqlite(database.path);
  other.exec('BEGIN IMMEDIATE');
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] });
  const told: [string, Appended][] = [];
  const say = (session: string) => {
    const events: RunEvent[] = [{ type: 'text.delta', seq: 1, at: 1, messageId: 'm', delta: 'word' }];
    void appendBatch(log, { session, owner: 'o', epoch: 1, expected: 0, events }).then((outcome) =>
      told.push([session, outcome]),
    );
  };
  say('first');
  await vi.advanceTimersByTimeAsync(4_000);
  say('second');
  await vi.advanceTimersByTimeAsync(900);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  expect(told).toMatchObject([
    ['first', { ok: false, why: 'storage' }],
    ['second', { ok: false, why: 'storage' }],
  ]);
  // Who comes after that may be kept waiting by somebody else.
  say('third');
  await vi.advanceTimersByTimeAsync(4_900);
  expect(told.length).toBe(2);
  other.exec('ROLLBACK');
  other.close();
  await vi.advanceTimersByTimeAsync(100);
  expect(told.at(-1)).toEqual(['third', { ok: true, head: 1 }]);
  database.close();
});
