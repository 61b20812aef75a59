import type { RunEvent } from '@polywire/protocol';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../store/sqlite/open.ts';
import { temporaryDirectory } from '../store/sqlite/testing.ts';
import { appendBatch } from './append-batch.ts';
import type { EventLog } from './contract.ts';
import { memoryLog } from './memory.ts';
import { PORTION_CHARS, portionsOf } from './portions.ts';
import { sqliteLog } from './sqlite/index.ts';

describe('a session in portions', () => {
  it('is no more at a time than is bounded, however large events are', async () => {
    const { log } = opened();
    const long = 'x'.repeat(50_000);
    for (let at = 0; at < 100; at += 10) await say(log, at, 10, long);
    const portions = await all(portionsOf(log, 's'));
    expect(portions.flat()).toEqual(seqs(1, 100));
    for (const portion of portions) expect(portion.length * long.length).toBeLessThan(PORTION_CHARS + 3 * long.length);
  });

  it('is as bounded where one portion is of what is old and of what is new', async () => {
    const { log } = opened();
    const long = 'x'.repeat(50_000);
    await say(log, 0, 15, long);
    log.removeNow('another');
    for (let at = 15; at < 40; at += 1) await say(log, at, 1, long);
    const [first = []] = await all(portionsOf(log, 's'));
    expect(first.length * long.length).toBeLessThan(PORTION_CHARS + 3 * long.length);
  });

  it.each([
    ['inside a portion', { to: 7, size: 5 }, [5, 2]],
    ['where a portion ends', { to: 10, size: 5 }, [5, 5]],
    ['behind the last event', { to: 99, size: 5 }, [5, 5, 2]],
    ['where it begins', { after: 4, to: 4 }, []],
    ['nowhere', { after: 3, size: 5 }, [5, 4]],
    ['nowhere, and it begins behind the last event', { after: 12 }, []],
  ])('ends %s', async (_, range, lengths) => {
    const { log } = opened();
    await say(log, 0, 12);
    const portions = await all(portionsOf(log, 's', range));
    expect(portions.map((portion) => portion.length)).toEqual(lengths);
    const { after = 0 } = { after: undefined, ...range };
    expect(portions.flat()).toEqual(seqs(after + 1, portions.flat().length));
  });

  it('is read once where it is one portion', async () => {
    const { log } = opened();
    await say(log, 0, 12);
    const read = vi.spyOn(log, 'read');
    expect(await all(portionsOf(log, 's'))).toEqual([seqs(1, 12)]);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it.each([2, 3, 4, 6, 4096])(
    'is told to be damaged behind its last sound event, also where a portion of %i ends there',
    async (size) => {
      const { log, db, reopened } = opened();
      await say(log, 0, 12);
      await say(log, 12, 12);
      db.exec(`UPDATE journal SET body = CAST(replace(CAST(body AS TEXT), '"word 15"', '"word XX"') AS BLOB)`);
      await expect(all(portionsOf(reopened(), 's', { size }))).rejects.toMatchObject({ code: 'DAMAGED' });
    },
  );

  it('is whole for whoever asks for nothing of what is damaged', async () => {
    const { log, db, reopened } = opened();
    await say(log, 0, 12);
    await say(log, 12, 12);
    db.exec(`UPDATE journal SET body = CAST(replace(CAST(body AS TEXT), '"word 15"', '"word XX"') AS BLOB)`);
    expect(await all(portionsOf(reopened(), 's', { to: 12, size: 4 }))).toEqual([seqs(1, 4), seqs(5, 4), seqs(9, 4)]);
  });

  it('ends where it is deleted meanwhile', async () => {
    const { log } = opened();
    await say(log, 0, 12);
    const lengths: number[] = [];
    for await (const { length } of portionsOf(log, 's', { size: 5 })) {
      lengths.push(length);
      await log.remove('s');
    }
    expect(lengths).toEqual([5]);
  });

  it.each([
    ['memory', () => memoryLog()],
    ['SQLite', () => opened().log],
  ])('ends where it ended, however fast it is written to: in %s', async (_, open) => {
    const log = open();
    await say(log, 0, 12);
    const found: number[] = [];
    for await (const stretch of portionsOf(log, 's', { size: 5 })) {
      found.push(...stretch.events.map(({ seq }) => seq));
      if (found.length > 100) break;
      await say(log, await log.head('s'), 10);
    }
    expect(found).toEqual(seqs(1, 15));
  });
});

function opened() {
  const directory = temporaryDirectory();
  let database = openDatabase(directory);
  onTestFinished(() => database.close());
  const { db } = database;
  const reopened = () => {
    database.close();
    database = openDatabase(directory);
    return sqliteLog(database.db);
  };
  return { db, log: sqliteLog(db), reopened };
}

async function all(portions: ReturnType<typeof portionsOf>): Promise<number[][]> {
  const found: number[][] = [];
  for await (const { events } of portions) found.push(events.map(({ seq }) => seq));
  return found;
}

async function say(log: EventLog, expected: number, count: number, pad = ''): Promise<void> {
  const events = seqs(expected + 1, count).map((seq): RunEvent => {
    return { type: 'text.delta', seq, at: seq, messageId: 'm', delta: `word ${seq}${pad}` };
  });
  expect(await appendBatch(log, { session: 's', owner: 'ann', expected, epoch: 1, events })).toMatchObject({
    ok: true,
  });
}

function seqs(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => first + i);
}
