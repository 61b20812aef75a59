import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Writer } from '../../sessions/writer.ts';
import { type OpenDatabase, openDatabase } from '../../store/sqlite/open.ts';
import { UNWATCHED_MS } from '../audience.ts';
import { type SqliteEventLog, sqliteLog } from './index.ts';

let directory: string;
let database: OpenDatabase;
let log: SqliteEventLog;
/** Events of each commit. */
let commits: number[];
beforeEach(() => {
  vi.useFakeTimers();
  directory = mkdtempSync(join(tmpdir(), 'polywire-log-'));
  database = openDatabase(directory);
  commits = [];
  log = sqliteLog(database.db, { onCommit: ({ events }) => commits.push(events) });
});
afterEach(() => {
  vi.useRealTimers();
  database.close();
  rmSync(directory, { recursive: true, force: true });
});

it('writes the first words at once, and those that nobody waits for together', async () => {
  const writer = writerOf('s');
  await speak(writer, 6);
  expect(commits).toEqual([1]);
  await pass(UNWATCHED_MS);
  expect(commits).toEqual([1, 5]);
  await pass(UNWATCHED_MS);
  await speak(writer, 1);
  expect(commits).toEqual([1, 5, 1]);
});

it('lets nobody wait who has no patience', async () => {
  const writer = writerOf('s');
  const { stop } = log.watch('s', { hear: () => undefined });
  await speak(writer, 3);
  expect(commits).toEqual([1, 1, 1]);
  stop();
  await speak(writer, 3);
  expect(commits).toEqual([1, 1, 1]);
});

it('has the least patient decide, and tells all of them what gathered', async () => {
  const told: number[][] = [[], []];
  const [short, long] = [40, 90].map((ms, i) => {
    const watching = log.watch('s', { hear: ({ length }) => told[i]?.push(length) });
    watching.patience(ms);
    return watching;
  });
  const writer = writerOf('s');
  await speak(writer, 3);
  await pass(40);
  expect(told).toEqual([
    [1, 2],
    [1, 2],
  ]);
  short?.stop();
  await speak(writer, 3);
  await pass(40);
  expect(told[1]).toEqual([1, 2]);
  await pass(50);
  expect(told[1]).toEqual([1, 2, 3]);
  long?.stop();
});

it('lets no event wait but words, and no words that somebody wants to be durable', async () => {
  const writer = writerOf('s');
  await speak(writer, 3);
  writer.append({ type: 'message.completed', messageId: 'm' });
  await pass(1);
  expect(commits).toEqual([1, 3]);
  await speak(writer, 2);
  const flushed = writer.flush();
  await pass(1);
  expect(await flushed).toEqual({ ok: true, head: 6 });
  expect(commits).toEqual([1, 3, 2]);
});

it('has those that wait share a commit, and leaves them out of the commits of those who do not', async () => {
  const waiting = Array.from({ length: 50 }, (_, i) => writerOf(`w${i}`));
  for (const each of waiting) await speak(each, 1);
  const hurried = writerOf('h');
  log.watch('h', { hear: () => undefined });
  commits.length = 0;
  for (const each of waiting) {
    say(each);
    await speak(hurried, 1);
  }
  expect(commits).toEqual(Array.from({ length: 50 }, () => 1));
  commits.length = 0;
  await pass(UNWATCHED_MS);
  expect(commits.length).toBeLessThanOrEqual(UNWATCHED_MS / 20);
  expect(commits.reduce((sum, events) => sum + events, 0)).toBe(50);
});

it('keeps what waits where it is closed, and where much has gathered', async () => {
  const writer = writerOf('s');
  await speak(writer, 1);
  for (let i = 0; i < 6_000; i += 1) say(writer);
  await pass(1);
  expect(commits.reduce((sum, events) => sum + events, 0)).toBeGreaterThan(5_900);
  say(writer);
  await log.close();
  expect(log.readNow('s', 6_001, 10).length).toBe(1);
});

function writerOf(session: string): Writer {
  const refused = (outcome: unknown) => expect.unreachable(JSON.stringify(outcome));
  return new Writer({ session, owner: 'o', epoch: 1, log, head: 0, at: 0, now: () => 1, refused });
}

function say(writer: Writer): void {
  writer.say('r', 'm', 'word ');
}

/** A word a millisecond. */
async function speak(writer: Writer, words: number): Promise<void> {
  for (let i = 0; i < words; i += 1) {
    say(writer);
    await pass(1);
  }
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}
