import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunEvent } from '@polywire/protocol';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Writer } from '../../sessions/writer.ts';
import { type OpenDatabase, openDatabase } from '../../store/sqlite/open.ts';
import { appendBatch } from '../append-batch.ts';
import type { Appended } from '../contract.ts';
import { type SqliteEventLog, type SqliteLogOptions, sqliteLog } from './index.ts';

let directory: string;
let database: OpenDatabase;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'polywire-log-'));
  database = openDatabase(directory);
});
afterEach(() => {
  database.close();
  rmSync(directory, { recursive: true, force: true });
});

it('leaves time for others, however much is read', async () => {
  const log = open();
  await append(log, 's', 0, 2_000);
  let turns = 0;
  let reads = 0;
  const count = (): void => {
    turns += 1;
    if (turns < 5) setImmediate(count);
  };
  setImmediate(count);
  const reader = async () => {
    while (turns < 5 && reads < 20_000) {
      await log.read('s', 0, 2_000);
      reads += 1;
    }
  };
  await Promise.all([reader(), reader(), reader()]);
  expect(turns).toBe(5);
});

describe('what one commit is', () => {
  it('is not refused to all, where one has something that cannot be written', async () => {
    const log = open();
    const bad = { ...event('bad', 1), delta: 1n } as unknown as RunEvent;
    const outcomes = await Promise.all([
      append(log, 'a', 0, 2),
      appendBatch(log, { session: 'bad', owner: 'o', epoch: 1, expected: 0, events: [bad] }),
      append(log, 'b', 0, 3),
    ]);
    expect(outcomes).toMatchObject([{ ok: true }, { ok: false, why: 'storage', head: 0 }, { ok: true }]);
    expect(await append(log, 'bad', 0, 1)).toMatchObject({ ok: true });
    reopen();
    const again = open();
    const lengths = await Promise.all(['a', 'b', 'bad'].map(async (each) => (await again.read(each, 0, 10)).length));
    expect(lengths).toEqual([2, 3, 1]);
  });

  it('has the words of all first, where many have more to say than words', async () => {
    const projected: string[] = [];
    const commits: string[][] = [];
    const log = open({
      project: (_, __, events) => projected.push(...events.map(({ type }) => type)),
      onCommit: () => commits.push(projected.splice(0)),
    });
    const writers = Array.from({ length: 200 }, (_, i) => writer(log, `s${i}`));
    const seen = new Map<string, number[]>();
    for (const { session } of writers) {
      log.watch(session, {
        hear: ({ events }) => seen.set(session, [...(seen.get(session) ?? []), ...events.map(({ seq }) => seq)]),
      });
    }
    for (const each of writers) {
      each.append({ type: 'text.delta', messageId: 'm', delta: 'last words' });
      each.append({ type: 'message.completed', messageId: 'm' });
      each.append({ type: 'text.delta', messageId: 'n', delta: 'more' });
    }
    const outcomes = await Promise.all(writers.map((each) => each.flush()));
    expect(outcomes).toEqual(writers.map(() => ({ ok: true, head: 3 })));
    expect(seen).toEqual(new Map(writers.map(({ session }) => [session, [1, 2, 3]])));
    const [first = [], ...others] = commits;
    expect(first.filter((type) => type === 'message.completed').length).toBeLessThan(100);
    expect(first.filter((type) => type === 'text.delta').length).toBeGreaterThanOrEqual(200);
    expect(others.length).toBeGreaterThan(0);
  });

  it('is followed by others until all is written, when the log is closed', async () => {
    const log = open();
    const writers = Array.from({ length: 200 }, (_, i) => writer(log, `s${i}`));
    for (const each of writers) each.append({ type: 'message.completed', messageId: 'm' });
    const outcomes = Promise.all(writers.map((each) => each.flush()));
    await log.close();
    expect((await outcomes).every(({ ok }) => ok)).toBe(true);
  });

  it('says that it is closed, also of a session that it has not looked at', async () => {
    const log = open();
    await log.close();
    for (const asked of [log.head('s'), log.read('s', 0, 1)])
      await expect(asked).rejects.toMatchObject({ code: 'CLOSED' });
  });

  it('takes nothing of what follows words that could not be written', async () => {
    let commits = 0;
    const log = open({
      project: () => {
        commits += 1;
        if (commits === 1) throw new Error('disk full');
      },
    });
    const refused: Appended[] = [];
    const writers = Array.from({ length: 100 }, (_, i) => writer(log, `s${i}`, (outcome) => refused.push(outcome)));
    for (const each of writers) {
      each.append({ type: 'text.delta', messageId: 'm', delta: 'last words' });
      each.append({ type: 'message.completed', messageId: 'm' });
    }
    const outcomes = await Promise.all(writers.map((each) => each.flush()));
    // Also those whose words alone were tried hear why, and not only that the rest came too late.
    expect(outcomes).toEqual(outcomes.map(() => expect.objectContaining({ ok: false, why: 'storage' })));
    expect(refused.length).toBe(100);
    expect(count('journal')).toBe(0);
  });

  it('gives no more than is enough where events are large, from the journal and from segments', async () => {
    const log = open();
    const events = Array.from({ length: 600 }, (_, i): RunEvent => {
      return { type: 'text.delta', messageId: 'm', delta: `${i} ${'x'.repeat(10_000)}`, seq: i + 1, at: i };
    });
    for (let at = 0; at < events.length; at += 3) {
      const batch = { session: 's', owner: 'o', expected: at, epoch: 1, events: events.slice(at, at + 3) };
      expect(await appendBatch(log, batch)).toMatchObject({ ok: true });
    }
    expect(count('journal')).toBeGreaterThan(0);
    expect(count('segments')).toBeGreaterThan(0);
    const found: RunEvent[] = [];
    while (found.length < events.length) {
      const stretch = await log.read('s', found.length, 512, 200_000);
      expect(stretch.first).toBe(found.length + 1);
      expect(stretch.length).toBeGreaterThan(0);
      // One kept text more than that, at most.
      expect(JSON.stringify(stretch.events).length).toBeLessThan(400_000);
      found.push(...stretch.events);
    }
    expect(found).toEqual(events);
    expect((await log.read('s', 0, 512)).length).toBe(512);
  });

  it('gives no more than is enough of one that is large, from the journal and from segments', async () => {
    const log = open();
    const events = Array.from({ length: 300 }, (_, i): RunEvent => {
      return { type: 'text.delta', messageId: 'm', delta: `${i} ${'x'.repeat(10_000)}`, seq: i + 1, at: i };
    });
    await appendBatch(log, { session: 's', owner: 'o', expected: 0, epoch: 1, events });
    expect([count('journal'), count('segments')]).toEqual([1, 0]);
    for (let round = 0; round < 2; round += 1) {
      const found: RunEvent[] = [];
      while (found.length < events.length) {
        const stretch = await log.read('s', found.length, 512, 200_000);
        expect(JSON.stringify(stretch.events).length).toBeLessThan(400_000);
        found.push(...stretch.events);
      }
      expect(found).toEqual(events);
      // Whatever the journal has is moved to segments.
      await log.remove('another');
      expect(count('segments')).toBeGreaterThan(1);
    }
  });

  it('is one row, whatever the number of sessions that append in one turn', async () => {
    const log = open();
    await Promise.all(['a', 'b', 'c'].map((session) => append(log, session, 0, 3)));
    expect(count('journal')).toBe(1);
  });

  it('has what is derived from the events in the same transaction, or neither', async () => {
    database.db.exec('CREATE TABLE derived (session TEXT)');
    const insert = database.db.prepare('INSERT INTO derived VALUES (?)');
    const log = open({
      project: (_, session) => {
        insert.run(session);
        if (session === 'bad') throw new Error('no');
      },
    });
    expect(await append(log, 'good', 0, 1)).toMatchObject({ ok: true });
    const [bad, innocent] = await Promise.all([append(log, 'bad', 0, 1), append(log, 'good', 1, 1)]);
    expect([bad, innocent]).toMatchObject([
      { ok: false, why: 'storage', head: 0 },
      { ok: false, why: 'storage', head: 1 },
    ]);
    expect(count('derived')).toBe(1);
    expect(await append(log, 'good', 1, 1)).toEqual({ ok: true, head: 2 });
  });

  it('is not over for whoever asks while another program holds the database', async () => {
    const log = open();
    const each = writer(log, 's');
    const taken = new Promise<void>((resolve) => {
      const take = each.take.bind(each);
      each.take = (wordsOnly) => {
        resolve();
        return take(wordsOnly);
      };
    });
    const other = new Sqlite(database.path);
    other.exec('BEGIN IMMEDIATE');
    each.append({ type: 'text.delta', messageId: 'm', delta: 'held' });
    const first = each.flush();
    await taken;
    await new Promise((resolve) => setImmediate(resolve));
    expect(each.isIdle).toBe(false);
    const second = each.flush();
    expect(await Promise.race([second, new Promise((resolve) => setImmediate(() => resolve('not yet')))])).toBe(
      'not yet',
    );
    other.exec('ROLLBACK');
    other.close();
    expect(await Promise.all([first, second])).toEqual([first, second].map(() => ({ ok: true, head: 1 })));
    expect(each.isIdle).toBe(true);
  });

  it('tells nobody of what was not stored, and takes the next append at the same place', async () => {
    let fails = true;
    const seen: number[] = [];
    const log = open({
      project: () => {
        if (fails) throw new Error('disk full');
      },
    });
    log.watch('s', { hear: ({ events }) => seen.push(...events.map(({ seq }) => seq)) });
    const staged = [append(log, 's', 0, 1), append(log, 's', 1, 1)];
    expect((await Promise.all(staged)).map(({ ok }) => ok)).toEqual([false, false]);
    fails = false;
    expect(await append(log, 's', 0, 2)).toEqual({ ok: true, head: 2 });
    expect(seen).toEqual([1, 2]);
  });
});

describe('another program that holds the database', () => {
  it('is waited for: nobody is told before, reads go on, and nothing is lost or out of order', async () => {
    const log = open();
    await append(log, 's', 0, 2);
    const seen: number[] = [];
    log.watch('s', { hear: ({ events }) => seen.push(...events.map(({ seq }) => seq)) });
    const other = new Sqlite(join(directory, 'polywire.db'));
    other.exec('BEGIN IMMEDIATE');
    const appended = append(log, 's', 2, 2);
    await new Promise((resolve) => setTimeout(resolve, 120));
    const meanwhile = [append(log, 's', 4, 1), append(log, 't', 0, 1)];
    expect((await log.read('s', 0, 10)).length).toBe(2);
    expect(seen).toEqual([]);
    other.exec('ROLLBACK');
    other.close();
    expect(await appended).toEqual({ ok: true, head: 4 });
    expect(await Promise.all(meanwhile)).toEqual([
      { ok: true, head: 5 },
      { ok: true, head: 1 },
    ]);
    expect(seen).toEqual([3, 4, 5]);
    expect((await log.read('s', 0, 10)).events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('an older ownership', () => {
  it('is known after a restart, so that a clock that was set back makes no newer one', async () => {
    await appendBatch(open(), { session: 's', owner: 'o', epoch: 7, expected: 0, events: [event('s', 1)] });
    reopen();
    expect(open().lastEpoch).toBe(7);
  });
});

describe('segments', () => {
  it('take over from the journal before it grows large, and everything can still be read', async () => {
    const log = open();
    const long = 'x'.repeat(4_000);
    for (let i = 0; i < 40; i += 1) {
      await Promise.all(['a', 'b'].map((session) => append(log, session, i * 50, 50, long)));
    }
    const journal = database.db.prepare('SELECT sum(length(body)) FROM journal').pluck().get() as number;
    expect(journal).toBeLessThan(5 * 1024 * 1024);
    expect(count('segments')).toBeGreaterThan(10);
    for (const session of ['a', 'b']) {
      const { events } = await log.read(session, 0, 10_000);
      expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 2_000 }, (_, i) => i + 1));
    }
  });
});

describe('damage', () => {
  it('in the journal ends its own session, and no other', async () => {
    const log = open();
    await Promise.all(['a', 'b'].map((session) => append(log, session, 0, 3)));
    await append(log, 'b', 3, 1);
    database.db.exec(`UPDATE journal SET body = CAST(replace(CAST(body AS TEXT), '"a 2"', '"a X"') AS BLOB)`);
    reopen();
    const again = open();
    await expect(again.read('a', 0, 10)).rejects.toMatchObject({ code: 'DAMAGED' });
    expect(await append(again, 'a', 3, 1)).toMatchObject({ ok: false, why: 'conflict' });
    expect((await again.read('b', 0, 10)).events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(await append(again, 'b', 4, 1)).toMatchObject({ ok: true });
  });

  it('of which nobody can tell whose it is ends the start', async () => {
    await append(open(), 'a', 0, 3);
    const heads = database.db.prepare('SELECT heads FROM journal').pluck().get() as Buffer;
    heads.writeInt32LE(9, 4);
    database.db.prepare('UPDATE journal SET heads = ?').run(heads);
    reopen();
    expect(() => open()).toThrow(expect.objectContaining({ code: 'DAMAGED' }));
  });

  it('that takes a segment away is found too', async () => {
    const log = open();
    await append(log, 'a', 0, 700);
    await log.remove('nobody');
    database.db.exec(`DELETE FROM segments WHERE session = 'a' AND first = 257`);
    await expect(log.read('a', 250, 50)).rejects.toMatchObject({ code: 'DAMAGED' });
    await expect(log.read('a', 256, 1)).rejects.toMatchObject({ code: 'DAMAGED' });
    expect((await log.read('a', 0, 256)).length).toBe(256);
    expect((await log.read('a', 600, 50)).length).toBe(50);
  });

  it('in the journal takes nothing of what was sound before it, also when the journal is emptied', async () => {
    const log = open();
    await append(log, 'a', 0, 3);
    await append(log, 'b', 0, 1);
    await append(log, 'a', 3, 3);
    database.db.exec(`UPDATE journal SET body = CAST(replace(CAST(body AS TEXT), '"a 5"', '"a X"') AS BLOB)`);
    for (let round = 0; round < 2; round += 1) {
      reopen();
      const again = open();
      await again.remove('nobody');
      expect((await again.read('a', 0, 3)).events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
      await expect(again.read('a', 0, 10)).rejects.toMatchObject({ code: 'DAMAGED' });
      expect((await again.read('b', 0, 10)).length).toBe(1);
    }
  });

  it('in the newest segment does not keep others, or what comes after it, in the journal', async () => {
    const log = open();
    await Promise.all(['a', 'b'].map((session) => append(log, session, 0, 3)));
    await log.remove('nobody');
    database.db.exec(`UPDATE segments SET body = replace(body, '"a 2"', '"a X"') WHERE session = 'a'`);
    await Promise.all(['a', 'b'].map((session) => append(log, session, 3, 3)));
    await log.remove('nobody');
    expect(count('journal')).toBe(0);
    expect((await log.read('a', 3, 10)).events.map(({ seq }) => seq)).toEqual([4, 5, 6]);
    await expect(log.read('a', 0, 10)).rejects.toMatchObject({ code: 'DAMAGED' });
    expect((await log.read('b', 0, 10)).length).toBe(6);
  });

  it.each([300, 256, 100, 301, 1_000])(
    'in where a segment ends (%i) is found, and nothing is added to it',
    async (end) => {
      const log = open();
      await append(log, 'a', 0, 290);
      await log.remove('nobody');
      database.db.exec(`UPDATE segments SET last = ${end} WHERE session = 'a' AND first = 257`);
      const stored = () =>
        database.db.prepare('SELECT first, body FROM segments WHERE first < 258 ORDER BY first').all();
      const before = stored();
      reopen();
      const again = open();
      await expect(again.read('a', 0, 10_000)).rejects.toMatchObject({ code: 'DAMAGED' });
      await append(again, 'a', await again.head('a'), 3);
      await again.remove('nobody');
      expect(stored()).toEqual(before);
    },
  );

  it('in a segment is found by whoever reads it, and leaves the others alone', async () => {
    const log = open();
    await Promise.all(['a', 'b'].map((session) => append(log, session, 0, 300)));
    await log.remove('nobody');
    expect(count('segments')).toBe(4);
    database.db.exec(
      `UPDATE segments SET body = replace(body, '"a 270"', '"a X"') WHERE session = 'a' AND first = 257`,
    );
    expect((await log.read('a', 0, 256)).length).toBe(256);
    await expect(log.read('a', 250, 50)).rejects.toMatchObject({ code: 'DAMAGED' });
    expect((await log.read('b', 0, 300)).length).toBe(300);
  });
});

function open(options: SqliteLogOptions = {}): SqliteEventLog {
  return sqliteLog(database.db, options);
}

function reopen(): void {
  database.close();
  database = openDatabase(directory);
}

function append(log: SqliteEventLog, session: string, expected: number, size: number, pad = ''): Promise<Appended> {
  const events = Array.from({ length: size }, (_, i) => event(session, expected + 1 + i, pad));
  return appendBatch(log, { session, owner: 'o', epoch: 1, expected, events });
}

function writer(log: SqliteEventLog, session: string, refused: (outcome: Appended) => void = () => undefined): Writer {
  return new Writer({ session, owner: 'o', epoch: 1, log, head: 0, at: 0, now: () => 1, refused });
}

function event(session: string, seq: number, pad = ''): RunEvent {
  return { type: 'text.delta', seq, at: seq, messageId: 'm', delta: `${session} ${seq}${pad}` };
}

function count(table: string): number {
  return database.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
}
