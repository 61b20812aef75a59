import type { RunEvent } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { openDatabase } from '../../store/sqlite/open.ts';
import { temporaryDirectory } from '../../store/sqlite/testing.ts';
import { appendBatch } from '../append-batch.ts';
import { sqliteLog } from './index.ts';

const SESSIONS = 7;
const ROUNDS = 130;
/** A round is more than a drain moves at once, and all rounds are some times what the journal holds. */
const WORDS = 'x'.repeat(4_000);

it('moves what is old to segments while sessions go on, and finds every event again', async () => {
  const directory = temporaryDirectory();
  const database = openDatabase(directory);
  const count = (table: string) => database.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
  let rewritten = 0;
  database.db.function('note_delete', () => {
    rewritten += 1;
  });
  database.db.exec('CREATE TEMP TRIGGER t AFTER DELETE ON segments BEGIN SELECT note_delete(); END');
  const log = sqliteLog(database.db);
  for (let round = 0; round < ROUNDS; round += 1) {
    const appends = Array.from({ length: SESSIONS }, (_, n) => {
      const expected = round * (n + 1);
      const events = Array.from({ length: n + 1 }, (_, i) => event(expected + i + 1));
      return appendBatch(log, { session: `s${n}`, owner: 'o', expected, epoch: 1, events });
    });
    expect((await Promise.all(appends)).every(({ ok }) => ok)).toBe(true);
  }
  expect(count('journal')).toBeLessThan(ROUNDS);
  expect(count('segments')).toBeGreaterThan(SESSIONS);
  // A segment is written anew only while it is small: not each time that its session says something.
  expect(rewritten).toBeLessThan(count('segments'));
  await expectAll(log);
  await log.close();
  database.close();

  const again = openDatabase(directory);
  await expectAll(sqliteLog(again.db));
  again.close();
});

function event(seq: number) {
  return { type: 'text.delta', messageId: 'm', delta: `${seq} ${WORDS}`, seq, at: seq } as const;
}

async function expectAll(log: ReturnType<typeof sqliteLog>): Promise<void> {
  for (let n = 0; n < SESSIONS; n += 1) {
    const total = ROUNDS * (n + 1);
    for (const [after, limit] of [
      [0, total],
      [0, 3],
      [total - 2, 9],
      [total >> 1, total >> 2],
      [total, 1],
    ] as const) {
      const { events, first } = await log.read(`s${n}`, after, limit);
      const seqs = Array.from({ length: Math.min(limit, total - after) }, (_, i) => after + i + 1);
      expect([first, events]).toEqual([after + 1, seqs.map(event)]);
    }
  }
}

it('finds any event among many small commits of sessions that speak in turn', async () => {
  const database = openDatabase(temporaryDirectory());
  const log = sqliteLog(database.db);
  const say = (seq: number) => ({ type: 'text.delta', messageId: 'm', delta: `${seq}`, seq, at: seq * 3 }) as const;
  const total = 300;
  for (let seq = 1; seq <= total; seq += 1) {
    const both = ['a', 'b'].map((session) =>
      appendBatch(log, { session, owner: 'o', expected: seq - 1, epoch: 1, events: [say(seq)] }),
    );
    await Promise.all(both);
  }
  expect(database.db.prepare('SELECT count(*) FROM segments').pluck().get()).toBe(0);
  for (let after = 0; after < total; after += 1) {
    const { events } = await log.read('b', after, 2);
    expect(events).toEqual([after + 1, after + 2].filter((seq) => seq <= total).map(say));
  }
  await log.close();
  database.close();
});

it('keeps what was added at once in parts that can be read by themselves', async () => {
  const database = openDatabase(temporaryDirectory());
  const log = sqliteLog(database.db);
  const total = 5_000;
  const said = (seq: number) =>
    ({
      ...(seq % 7 === 0
        ? { type: 'log', level: 'info', message: `第 ${seq} 行` }
        : { type: 'text.delta', messageId: 'm' }),
      ...(seq % 7 !== 0 && { delta: `${seq} 字\n` }),
      seq,
      at: seq,
    }) as RunEvent;
  const events = Array.from({ length: total }, (_, i) => said(i + 1));
  await appendBatch(log, { session: 's', owner: 'o', expected: 0, epoch: 1, events });
  await appendBatch(log, { session: 't', owner: 'o', expected: 0, epoch: 1, events: [said(1)] });
  const longest = database.db.prepare('SELECT max(last - first + 1) FROM segments').pluck();
  const expectSome = async () => {
    for (const after of [0, 1, 255, 256, 257, 2_500, total - 1]) {
      expect((await log.read('s', after, 300)).events).toEqual(events.slice(after, after + 300));
    }
  };
  await expectSome();
  expect(longest.get()).toBeNull();
  // To remove a session moves what the others have said, too.
  await log.remove('t');
  await expectSome();
  expect(longest.get()).toBeLessThanOrEqual(512);
  await log.close();
  database.close();
});

it('forgets no session whose events are about to be written, one after another since one cannot be', async () => {
  const directory = temporaryDirectory();
  const database = openDatabase(directory);
  const log = sqliteLog(database.db);
  const say = (session: string, seq: number, delta: unknown) => {
    const events = [{ type: 'text.delta', messageId: 'm', delta, seq, at: seq } as RunEvent];
    return appendBatch(log, { session, owner: 'o', expected: seq - 1, epoch: 1, events });
  };
  await say('late', 1, 'moved already');
  await log.remove('nobody');
  // More sessions than are kept in mind, and more events than the journal holds.
  for (let i = 0; i < 10_000; i += 1) await log.head(`s${i}`);
  const long = say('long', 1, 'x'.repeat(5 * 1024 * 1024));
  const outcomes = await Promise.all([long, say('bad', 1, 1n), say('late', 2, 'is not lost')]);
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true]);
  expect((await log.read('late', 0, 10)).length).toBe(2);
  await log.remove('nobody');
  await log.close();
  database.close();
  const again = openDatabase(directory);
  expect((await sqliteLog(again.db).read('late', 0, 10)).length).toBe(2);
  again.close();
});
