import { join } from 'node:path';
import type { RunEvent } from '@polywire/protocol';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../store/sqlite/open.ts';
import { losePage, temporaryDirectory } from '../../store/sqlite/testing.ts';
import { appendBatch } from '../append-batch.ts';
import { type SqliteEventLog, sqliteLog } from './index.ts';

/** Some pages of words, so that a segment of few events lies on more than one. */
const MANY_WORDS = 20_000;

it.each(['overflow', 'leaf'] as const)(
  'lets the others go on where a page of one’s newest words is gone (%s)',
  async (kind) => {
    const { log, database, problems } = opened();
    const others = Array.from({ length: 5 }, (_, n) => `other ${n}`);
    for (const session of ['hurt', ...others]) {
      await say(log, session, 0, MANY_WORDS);
      await log.remove('nobody');
    }
    losePage(database.db, 'segments', kind, 0);
    for (const session of ['hurt', ...others]) await say(log, session, 3, 1);
    await log.remove('nobody');
    expect(problems).toEqual([]);
    expect(rows(database, 'journal')).toBe(0);
    await expect(log.read('hurt', 0, 10)).rejects.toMatchObject({ code: expect.stringMatching('CORRUPT|DAMAGED') });
    for (const session of others) {
      expect((await log.read(session, 0, 10)).events).toEqual([
        ...events(session, 0, MANY_WORDS),
        ...events(session, 3, 1),
      ]);
    }
  },
);

it('ends those alone whose place is lost with a page, tells them, and keeps what they said as evidence', async () => {
  const { log, database, directory, problems } = opened();
  const sessions = await someLost(log, database);
  const [lost, well] = await parted(log, sessions);
  expect([lost.length > 0, well.length > 0]).toEqual([true, true]);
  expect(problems.length).toBe(lost.length);
  for (const session of lost) expect(await say(log, session, 6, 1)).toMatchObject({ ok: false, why: 'conflict' });
  for (const session of well) expect(await say(log, session, 6, 1)).toMatchObject({ ok: true });
  await log.remove('nobody');
  expect(problems.length).toBe(lost.length);
  database.close();

  const db = new Sqlite(join(directory, 'polywire.db'));
  const again = sqliteLog(db);
  expect(await parted(again, sessions)).toEqual([lost, well]);
  expect(again.readNow(well[0] as string, 0, 10).length).toBe(9);
  db.close();
});

it('gives the number of one who is gone to nobody, whose words became evidence before that', async () => {
  const { log, database, directory } = opened();
  const sessions = await someLost(log, database);
  const [, well] = await parted(log, sessions);
  // The newest has the largest number.
  await log.remove(sessions.at(-1) as string);
  await say(log, 'new', 0, 1);
  database.close();

  const db = new Sqlite(join(directory, 'polywire.db'));
  const again = sqliteLog(db);
  expect((await again.read('new', 0, 10)).events).toEqual(events('new', 0, 1));
  const [, wellAgain] = await parted(again, sessions.slice(0, -1));
  expect(wellAgain).toEqual(well.filter((session) => session !== sessions.at(-1)));
  db.close();
});

it('gives nobody up where nothing at all can be moved, and tells of that', async () => {
  const { log, database, problems } = opened();
  await say(log, 'hurt', 0, 1);
  await log.remove('nobody');
  losePage(database.db, 'segments', 'leaf', 0);
  await say(log, 'well', 0, 1_000_000);
  expect(problems).toMatchObject([{ code: expect.stringMatching('CORRUPT') }]);
  expect((await log.read('well', 0, 10)).length).toBe(3);
  expect(await say(log, 'well', 3, 1)).toMatchObject({ ok: true });
});

it('gives up one who stands alone when there is no room for more of what he says', async () => {
  const { log, database, problems } = opened();
  for (const session of ['hurt', 'well']) await say(log, session, 0, 1);
  await log.remove('nobody');
  losePage(database.db, 'segments', 'leaf', 0);
  const outcomes: boolean[] = [];
  for (let n = 1; outcomes.at(-1) !== false && n < 10; n += 1)
    outcomes.push((await say(log, 'hurt', n * 3, 500_000)).ok);
  expect(outcomes.slice(-2)).toEqual([true, false]);
  expect(outcomes.length).toBeGreaterThan(4);
  expect(problems.length).toBeGreaterThan(0);
  await expect(log.read('hurt', 0, 10)).rejects.toMatchObject({ code: 'DAMAGED' });
}, 60_000);

/** Sessions of which some have lost their place, with a page that has several. */
async function someLost(log: SqliteEventLog, { db }: OpenDatabase): Promise<readonly string[]> {
  // So many that no page has the places of all of them.
  const sessions = Array.from({ length: 60 }, (_, n) => `${n}`.padStart(3, '0').padEnd(600, '-'));
  await Promise.all(sessions.map((session) => say(log, session, 0, 1)));
  await log.remove('nobody');
  losePage(db, 'segments_place', 'leaf', 0);
  await Promise.all(sessions.map((session) => say(log, session, 3, 1)));
  await log.remove('nobody');
  return sessions;
}

/** Those that are told of damage, and those that have all that was said. */
async function parted(log: SqliteEventLog, sessions: readonly string[]): Promise<[lost: string[], well: string[]]> {
  const [lost, well]: [string[], string[]] = [[], []];
  for (const session of sessions) {
    await log.read(session, 0, 100).then(
      () => well.push(session),
      ({ code }) => code === 'DAMAGED' && lost.push(session),
    );
  }
  return [lost, well];
}

function opened() {
  const directory = temporaryDirectory();
  const database = openDatabase(directory);
  const problems: unknown[] = [];
  return { directory, database, problems, log: sqliteLog(database.db, { onProblem: (cause) => problems.push(cause) }) };
}

function say(log: SqliteEventLog, session: string, expected: number, times: number) {
  return appendBatch(log, { session, owner: 'o', epoch: 1, expected, events: events(session, expected, times) });
}

function events(session: string, after: number, times: number): RunEvent[] {
  return [1, 2, 3].map((n) => ({
    type: 'text.delta',
    ...{ seq: after + n, at: n, messageId: 'm', delta: `${session} ${after + n} `.repeat(times) },
  }));
}

function rows({ db }: OpenDatabase, table: string): number {
  return db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
}
