import { readdirSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Draft, RunEvent } from '@polywire/protocol';
import { expect, it, vi } from 'vitest';
import { appendBatch } from '../../log/append-batch.ts';
import { sqliteLog } from '../../log/sqlite/index.ts';
import { archivedTables } from './archive.ts';
import { exportLines } from './export.ts';
import { importLines } from './import.ts';
import { type OpenDatabase, openDatabase } from './open.ts';
import { bytes, type StoreUnderTest, storeUnderTest, temporaryDirectory, turn } from './testing.ts';

// Real files on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

async function filled(): Promise<StoreUnderTest> {
  const under = await storeUnderTest();
  const { store, say } = under;
  await store.sessions.create('ada', { id: 'removed' });
  await store.sessions.aliases.integerFor('ada', 'numbers', 'removed');
  await store.sessions.remove('ada', 'removed');
  const gap = Array.from({ length: 30 }, (): Draft => ({ type: 'message.accepted', text: 'gone' }));
  await say('ada', 'gone', ...gap);
  await say('ada', 's', ...turn('你好 "quoted" \n\0', 'line\u2028separator 😀'));
  const many = Array.from({ length: 1_200 }, (_, i): Draft => ({ type: 'custom', value: { i, deep: [null, 0.1] } }));
  await say('ada', 's', ...many);
  const messages = Array.from({ length: 600 }, (_, i): Draft => ({ type: 'message.accepted', text: `message ${i}` }));
  await say('ada', 's', ...messages);
  await store.sessions.remove('ada', 'gone');
  await say(
    'bob',
    't',
    { type: 'run.started', runId: 'r' },
    { type: 'input.requested', inputId: 'q', kind: 'text' },
    { type: 'plan.proposed', planId: 'p', steps: [{ title: 'a' }] },
  );
  await store.sessions.update('ada', 's', { title: '标题', settings: { a: [1, { b: null }] } });
  await store.sessions.aliases.integerFor('ada', 'numbers', 's');
  await store.settings.merge('ada', { theme: 'dark' });
  await store.plans.save('ada', { task: 't', steps: [] });
  const workspace = await store.workspaces.create('ada', 'w');
  await store.workspaces.addThread('ada', workspace.id, 's');
  await store.uploads.add('ada', 's', { name: 'big.bin' }, bytes('x'.repeat(400_000), 'y'.repeat(100_001)));
  await store.uploads.add('ada', 's', { name: 'empty' }, bytes());
  await store.documents.add('ada', { title: 'd', source: 'f', sourceType: 'file', text: '知识库文档' });
  await store.analyses.add('ada', { session: 's', options: [{ series: [] }] });
  await store.messages.index();
  return under;
}

async function linesOf(database: OpenDatabase): Promise<string[]> {
  const log = sqliteLog(database.db);
  async function* readEvents(session: string): AsyncGenerator<RunEvent> {
    yield* (await log.read(session, 0, Number.MAX_SAFE_INTEGER)).events;
  }
  const lines: string[] = [];
  for await (const line of exportLines(database, readEvents)) lines.push(line);
  return lines;
}

/** Imports into a new folder; closes it again. */
async function imported(lines: readonly string[]): Promise<string> {
  const directory = temporaryDirectory();
  const database = openDatabase(directory);
  const log = sqliteLog(database.db);
  try {
    await importLines(database, lines, async (owner, session, events) => {
      const expected = await log.head(session);
      expect(await appendBatch(log, { session, owner, expected, epoch: 1, events })).toMatchObject({ ok: true });
    });
    await log.close();
  } finally {
    database.close();
  }
  return directory;
}

it('brings everything into another folder, where it is exported alike', async () => {
  const { database, directory: from } = await filled();
  const lines = await linesOf(database);
  expect(lines.every((line) => !line.includes('\n'))).toBe(true);
  const directory = await imported(lines);
  const { store, database: copy, say } = await storeUnderTest({ directory });
  expect(await linesOf(copy)).toEqual(lines);

  expect((await store.messages.search('ada', '你好')).items).toHaveLength(1);
  expect(await store.messages.list('ada', 's', { limit: 500 })).toHaveLength(500);
  expect(await store.documents.search('ada', '知识')).toHaveLength(1);
  expect((await store.sessions.list('ada')).items).toMatchObject([{ id: 's', title: '标题' }]);
  await say('ada', 'new', ...turn('q', 'a'));
  expect(await store.sessions.aliases.integerFor('ada', 'numbers', 'new')).toBe(3);
  const uploads = (folder: string) =>
    readdirSync(join(folder, 'uploads', 's')).map((name) => [name, statSync(join(folder, 'uploads', 's', name)).size]);
  expect(uploads(directory)).toEqual(uploads(from));
  expect(statSync(join(directory, 'uploads', 's', String(uploads(directory)[0]?.[0]))).mode & 0o777).toBe(0o600);
});

it('leaves out no table but the log and what is made from the rest', () => {
  const { db, close } = openDatabase(temporaryDirectory());
  const tables = db.prepare<[], string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'");
  const made = new Set(['journal', 'log_keys', 'segments', 'sqlite_schema', 'sqlite_sequence']);
  const kept = tables
    .pluck()
    .all()
    .filter((name) => !made.has(name));
  expect([...archivedTables].sort()).toEqual(kept.sort());
  close();
});

it('says which uploads were already lost, and goes on', async () => {
  const { database, directory } = await filled();
  const folder = join(directory, 'uploads', 's');
  for (const name of readdirSync(folder)) {
    unlinkSync(join(folder, name));
    const lines = await linesOf(database);
    expect(lines).toContain(JSON.stringify({ upload: name, missing: true }));
    const copy = openDatabase(await imported(lines));
    expect(await linesOf(copy)).toEqual(lines);
    copy.close();
  }
});

it('imports into an empty folder only', async () => {
  const { database } = await filled();
  const lines = await linesOf(database);
  await expect(importLines(database, lines, async () => undefined)).rejects.toMatchObject({ code: 'CONFLICT' });
});

const header = '{"archive":"polywire","version":1}';
const session = (id: string) =>
  JSON.stringify({
    table: 'sessions',
    row: {
      id,
      owner: 'o',
      title: '',
      created: 1,
      updated: 1,
      status: null,
      agent: null,
      model: null,
      policy: null,
      settings: '{}',
    },
  });
const upload = JSON.stringify({
  table: 'uploads',
  row: { id: 'u', session: '../../x', name: 'n', type: null, size: 1, sha256: '', created: 1 },
});

it.each([
  ['nothing', [], 'INVALID'],
  ['another file', ['{"hello":1}'], 'INVALID'],
  ['no JSON', [header, '{'], 'INVALID'],
  ['a line that is no object', [header, '[]'], 'INVALID'],
  ['a line of another kind', [header, '{"x":1}'], 'INVALID'],
  ['an unknown table', [header, '{"table":"sqlite_schema","row":{}}'], 'INVALID'],
  ['an unknown column', [header, '{"table":"settings","row":{"owner":"o","body\\" --":"{}"}}'], 'INVALID'],
  ['a value that is no scalar', [header, '{"table":"settings","row":{"owner":"o","body":{}}}'], 'INVALID'],
  ['a file that was cut off', [header, session('s')], 'INVALID'],
  ['a file with a hole', [header, session('s'), '{"end":{"rows":2,"events":0}}'], 'INVALID'],
  [
    'events of no session',
    [header, '{"session":"s","event":{"type":"custom","value":1,"seq":1,"at":1}}', '{"end":{"rows":0,"events":1}}'],
    'INVALID',
  ],
  [
    'rows that contradict each other',
    [header, session('s'), session('s'), '{"end":{"rows":2,"events":0}}'],
    'CONFLICT',
  ],
  [
    'a way out of the folder',
    [header, session('../../x'), upload, '{"upload":"u","data":"eA=="}', '{"end":{"rows":2,"events":0}}'],
    'INVALID',
  ],
  ['a newer format', ['{"archive":"polywire","version":2}'], 'TOO_NEW'],
])('refuses %s', async (_, lines, code) => {
  await expect(imported(lines)).rejects.toMatchObject({ code });
});

it('refuses uploads that are not what they were', async () => {
  const { database } = await filled();
  const lines = await linesOf(database);
  const changed = lines.map((line) => line.replace('"data":"eHh4', '"data":"eXl5'));
  await expect(imported(changed)).rejects.toMatchObject({
    code: 'INVALID',
    message: expect.stringContaining('not what it was'),
  });
  const without = lines.filter((line) => !line.startsWith('{"upload"'));
  await expect(imported(without)).rejects.toMatchObject({
    code: 'INVALID',
    message: expect.stringContaining('not there'),
  });
});
