import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { bytes, type StoreUnderTest, storeUnderTest, turn } from './testing.ts';

// Real files on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

/** A session with something in every table. */
async function full({ store, say }: StoreUnderTest, owner: string, id: string, word: string): Promise<void> {
  await store.sessions.create(owner, { id });
  await say(owner, id, ...turn(`${word} question`, `${word} answer`));
  await say(owner, id, { type: 'run.started', runId: 'r2' }, { type: 'message.accepted', text: `${word} waits` });
  await say(owner, id, { type: 'plan.proposed', planId: 'p', steps: [{ title: word }] });
  await say(owner, id, { type: 'input.requested', inputId: 'q', kind: 'text', prompt: word });
  await store.uploads.add(owner, id, { name: `${word}.txt` }, bytes(word));
  await store.analyses.add(owner, { session: id, title: word, options: [{}] });
  await store.sessions.aliases.set(owner, 'threads', word, id);
  await store.sessions.aliases.integerFor(owner, 'numbers', id);
  const workspace = await store.workspaces.create(owner, 'shared');
  await store.workspaces.addThread(owner, workspace.id, id);
  await store.messages.search(owner, word);
}

it('leaves no row and no file of a session that is removed, and all of the others', async () => {
  const under = await storeUnderTest();
  const { store, database, directory, log } = under;
  await full(under, 'ada', 'kept', 'marmalade');
  const before = holders(database.db, 'marmalade', 'kept');
  await full(under, 'ada', 'gone', 'xylophone');
  expect(holders(database.db, 'xylophone', 'gone')).toEqual(before);
  expect(before.length).toBeGreaterThan(10);

  expect(await store.sessions.remove('ada', 'gone')).toBe(true);
  expect(holders(database.db, 'xylophone', 'gone')).toEqual([]);
  expect(existsSync(join(directory, 'uploads', 'gone'))).toBe(false);
  expect(await log.head('gone')).toBe(0);
  expect(vocabulary(database.db)).not.toContain('xylophone');

  expect(holders(database.db, 'marmalade', 'kept')).toEqual(before);
  expect((await store.messages.search('ada', 'marmalade')).items).toHaveLength(3);
  expect(await log.head('kept')).toBe(10);
  expect(await store.sessions.remove('ada', 'gone')).toBe(false);
});

it('keeps a session whose removal fails in the end, and all that others said before and after', async () => {
  const gone: string[] = [];
  const under: StoreUnderTest = await storeUnderTest({
    log: { clean: (session, also) => under.log.removeNow(session, also), gone: (session) => gone.push(session) },
  });
  const { store, log, say, directory, database } = under;
  const lengths = async ({ log }: StoreUnderTest) =>
    Promise.all(['s', 'other', 'another'].map(async (session) => (await log.read(session, 0, 100)).length));
  await full(under, 'ada', 's', 'marmalade');
  await say('bob', 'other', ...turn('q', 'a'));
  const saying = say('bob', 'another', ...turn('q', 'a'));
  // In the same turn: what is said there is on its way to the disk.
  await Promise.resolve();
  const mend = failsToCommit(database.db);
  await expect(store.sessions.remove('ada', 's')).rejects.toMatchObject({ code: 'CONFLICT' });
  await saying;
  mend();
  expect(gone).toEqual([]);
  expect((await store.messages.search('ada', 'marmalade')).items).toHaveLength(3);
  expect(await store.uploads.list('ada', 's')).toHaveLength(1);
  expect(await lengths(under)).toEqual([10, 6, 6]);
  await say('bob', 'other', ...turn('more', 'words', 'r2'));
  // Moves what everybody said to where old events are.
  log.removeNow('nobody');
  expect(await lengths(under)).toEqual([10, 12, 6]);
  await log.close();
  database.close();
  expect(await lengths(await storeUnderTest({ directory }))).toEqual([10, 12, 6]);
});

/** Every removal fails when all of it is done, as on a disk that has no room left. Returns how to end that. */
function failsToCommit(db: Database): () => void {
  db.exec(`
    CREATE TABLE late (session TEXT REFERENCES sessions DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER too_late AFTER DELETE ON sessions BEGIN INSERT INTO late VALUES ('nobody'); END`);
  return () => db.exec('DROP TRIGGER too_late; DROP TABLE late');
}

it('says that a session is gone when that is certain, and not before', async () => {
  const told: (object | undefined)[] = [];
  const under: StoreUnderTest = await storeUnderTest({
    log: {
      clean: (session, also) => under.log.removeNow(session, also),
      gone: (session) => told.push({ session, isOver: !under.database.db.inTransaction }),
    },
  });
  await full(under, 'ada', 's', 'marmalade');
  await under.store.sessions.remove('ada', 's');
  expect(told).toEqual([{ session: 's', isOver: true }]);
});

it('prunes sessions that are old and settled, of all owners', async () => {
  const { store, say, clock } = await storeUnderTest();
  clock.now = 10_000;
  const old = turn('q', 'a').map((draft) => ({ ...draft, at: 1_000 }));
  await say('ada', 'old', ...old);
  await say('bob', 'old-too', ...old);
  await say('ada', 'running', { type: 'run.started', runId: 'r', at: 1_000 });
  await say('ada', 'waiting', { type: 'message.accepted', text: 'q', at: 1_000 });
  await say('ada', 'recent', ...turn('q', 'a').map((draft) => ({ ...draft, at: 9_000 })));
  expect(await store.prune(5_000)).toBe(2);
  expect((await store.sessions.list('ada')).items.map(({ id }) => id)).toEqual(['recent', 'waiting', 'running']);
  expect((await store.sessions.list('bob')).items).toEqual([]);
  expect(await store.prune(5_000)).toBe(0);
});

/** Every table that has `word` in a text or belongs to `session`. */
function holders(db: Database, word: string, session: string): string[] {
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
    .pluck()
    .all();
  const text = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value));
  const found = tables.filter((table) =>
    db
      .prepare(`SELECT * FROM ${table}`)
      .raw()
      .all()
      .some((row) => (row as unknown[]).some((value) => text(value).includes(word) || text(value) === session)),
  );
  // Events move from one to the other with time.
  return found
    .map((table) => (table === 'journal' || table === 'log_keys' || table === 'segments' ? 'log' : table))
    .sort();
}

function vocabulary(db: Database): string[] {
  db.exec("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab (main, message_search, 'row')");
  return db.prepare<[], string>('SELECT term FROM temp.vocabulary').pluck().all();
}

it('prunes nothing that somebody has come back to meanwhile', async () => {
  const { store, say, clock } = await storeUnderTest();
  const [last] = (await say('ann', 's1', ...turn('old', 'words'))).slice(-1);
  await say('ann', 's2', ...turn('old', 'words'));
  clock.now = (last?.at ?? 0) + 100_000;
  const pruning = store.prune(5_000);
  await say('ann', 's2', { type: 'message.accepted', text: 'I am back' });
  expect(await pruning).toBe(1);
  expect(await store.sessions.get('ann', 's2')).toBeDefined();
});
