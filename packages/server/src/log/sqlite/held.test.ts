import type { RunEvent } from '@polywire/protocol';
import Sqlite from 'better-sqlite3';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../store/sqlite/open.ts';
import { temporaryDirectory } from '../../store/sqlite/testing.ts';
import { appendBatch } from '../append-batch.ts';
import type { Appended } from '../contract.ts';
import { sqliteLog } from './index.ts';

afterEach(() => void vi.useRealTimers());

it('tells whoever comes while another program holds the database no later than the first', async () => {
  const { say, told, release } = held();
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
  release();
  await vi.advanceTimersByTimeAsync(100);
  expect(told.at(-1)).toEqual(['third', { ok: true, head: 1 }]);
});

it('has the next one wait as long as the first where what came meanwhile fell with that', async () => {
  const { say, told, release } = held();
  say('one');
  await vi.advanceTimersByTimeAsync(4_000);
  say('one', 1);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(told).toMatchObject([
    ['one', { ok: false, why: 'storage' }],
    ['one', { ok: false, why: 'conflict' }],
  ]);
  say('another');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told.length).toBe(2);
  release();
  await vi.advanceTimersByTimeAsync(100);
  expect(told.at(-1)).toEqual(['another', { ok: true, head: 1 }]);
});

/** A log whose database another program holds. */
function held() {
  const database = openDatabase(temporaryDirectory());
  // Each try fails at once: here the time is not that of the machine.
  database.db.pragma('busy_timeout = 0');
  const log = sqliteLog(database.db);
  onTestFinished(() => database.close());
  const other = new Sqlite(database.path);
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] });
  const told: [string, Appended][] = [];
  const say = (session: string, expected = 0): void => {
    const events: RunEvent[] = [{ type: 'text.delta', seq: expected + 1, at: 1, messageId: 'm', delta: 'word' }];
    void appendBatch(log, { session, owner: 'o', epoch: 1, expected, events }).then((outcome) =>
      told.push([session, outcome]),
    );
  };
  return { say, told, release: () => other.exec('ROLLBACK') };
}
