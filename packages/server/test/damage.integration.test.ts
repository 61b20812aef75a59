import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Dialect, dialectNamed, dialects, type Endpoint } from '@polywire/protocol';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { conversing, RawClient } from './support/client.ts';
import { nativeApi, script } from './support/native.ts';
import { ServerProcess } from './support/process.ts';
import { testServer } from './support/server.ts';

const native = dialectNamed('native');
const endpoint = conversing(native)[0] as Endpoint;

/** What is left before the damage is all that a client has seen, or nothing at all. */
it.each([
  { what: 'from its first event on', word: 'message.accepted', after: '0' },
  { what: 'behind what the client has', word: 'run.finished', after: 'end' },
])('a session that is damaged $what says so, and does not look as if it had come to rest', async ({ word, after }) => {
  const reported: unknown[] = [];
  let server = await testServer({}, { report: (error) => reported.push(error) });
  const { newSession, start, sessionEvents } = nativeApi(server.url);
  const session = await newSession();
  await start(session, script({ say: 'hello' }, { rest: 50 }), 'run.finished');
  const events = await sessionEvents(session, ({ type }) => type === 'run.finished');
  const { seen } = harm(join(server.data, 'polywire.db'), word, events.length);
  server = await server.restart();
  const client = await RawClient.open(server.url, {
    ...{ dialect: native, endpoint, session },
    query: { after: after === 'end' ? String(seen) : after },
  });
  await expect(client.until(() => false)).rejects.toThrow('closed');
  const answer = { type: 'answer', to: 'attach', ok: false, error: { code: 'INTERNAL', message: DAMAGED } };
  expect(JSON.parse(client.frames.at(-1)?.data ?? '')).toEqual(answer);
  expect(client).toMatchObject({ closeCode: 1013, closeReason: DAMAGED.split(' / ')[0] });
  expect(String(reported[0])).toContain(session);
  await server.close();
});

it('a session whose pages cannot be read is told so in every dialect, and nobody else is harmed', async () => {
  const { data, sessions } = await manySessions();
  const { lost, whole } = await harmPage(join(data, 'polywire.db'), sessions);
  const server = await ServerProcess.start(data, 0, { stderr: 'ignore' });
  onTestFinished(() => server.kill());
  const { sessionEvents } = nativeApi(server.url);
  for (const dialect of dialects) {
    const client = await attach(server.url, dialect, lost);
    const isTold = () => client.frames.some(({ data: text }) => text.includes('The database is damaged'));
    await client.until(isTold).catch(() => undefined);
    expect([dialect.name, isTold()]).toEqual([dialect.name, true]);
    await client.close();
  }
  const events = await sessionEvents(whole, ({ type }) => type === 'run.finished');
  expect(events.at(-1)).toMatchObject({ status: 'complete' });
  expect(server.isOver).toBe(false);
}, 30_000);

const DAMAGED = 'The database is damaged: restore it from a backup. / 数据库已损坏：请从备份恢复。';

it('starts although settings are damaged, and says so', async () => {
  const errors: unknown[] = [];
  const server = await testServer({}, { report: (error) => errors.push(error) });
  const native = nativeApi(server.url);
  await native.call('PATCH /v1/settings', { theme: 'dark' });
  const session = await native.newSession();
  const db = new Database(join(server.data, 'polywire.db'));
  expect(db.prepare('UPDATE settings SET body = substr(body, 1, 4)').run().changes).toBeGreaterThan(0);
  db.close();
  const again = await server.restart();
  const { start } = nativeApi(again.url);
  expect(await start(session, script({ say: 'hello' }), 'run.finished')).toBeDefined();
  expect(errors).toContainEqual(expect.objectContaining({ name: 'StoreError', code: 'DAMAGED' }));
  await again.close();
});

/** Changes the stored row that has a word in it. How many events come before that row. */
function harm(file: string, word: string, count: number): { seen: number } {
  const db = new Database(file);
  const rows = db.prepare('SELECT id, body FROM journal ORDER BY id').all() as { id: number; body: Buffer }[];
  const place = rows.findIndex(({ body }) => body.includes(word));
  const { id, body } = rows[place] as { id: number; body: Buffer };
  db.prepare('UPDATE journal SET body = ? WHERE id = ?').run(Buffer.from(String(body).replace(word, 'x')), id);
  db.close();
  const before = rows.slice(0, place).reduce((sum, row) => sum + String(row.body).split('\n').length, 0);
  expect(before).toBeLessThan(count);
  return { seen: before };
}

/** Sessions whose events have all come to rest, in a database that is too large to be read whole at every start. */
async function manySessions(): Promise<{ data: string; sessions: readonly string[] }> {
  const data = await mkdtemp(join(tmpdir(), 'polywire-damage-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const server = await ServerProcess.start(data);
  const { call, newSession, start } = nativeApi(server.url);
  const sessions = await Promise.all(Array.from({ length: 5 }, newSession));
  for (const session of sessions) await start(session, script({ say: 'word ', times: 900 }), 'run.finished');
  // To forget one moves what is in the journal to segments.
  await call(`DELETE /v1/sessions/${sessions.pop()}`);
  await server.stop();
  return { data, sessions };
}

/** Spoils pages that have events of one session; another has none in them. */
async function harmPage(file: string, sessions: readonly string[]): Promise<{ lost: string; whole: string }> {
  const db = new Database(file);
  db.exec('CREATE TABLE ballast (bytes BLOB); INSERT INTO ballast VALUES (zeroblob(68157440))');
  db.pragma('wal_checkpoint(TRUNCATE)');
  const leaves = db.prepare("SELECT pageno FROM dbstat WHERE name = 'segments' AND pagetype = 'leaf'").pluck().all();
  const size = db.pragma('page_size', { simple: true }) as number;
  db.close();
  const handle = await open(file, 'r+');
  const pages = await Promise.all(
    (leaves as number[]).map(async (number) => {
      const { buffer } = await handle.read(Buffer.alloc(size), 0, size, (number - 1) * size);
      return { number, named: sessions.filter((id) => buffer.includes(id)) };
    }),
  );
  const [lost] = sessions as [string];
  const spoilt = pages.filter(({ named }) => named.includes(lost));
  const whole = sessions.find((id) => !spoilt.some(({ named }) => named.includes(id))) as string;
  for (const { number } of spoilt) await handle.write(Buffer.alloc(64, 0xff), 0, 64, (number - 1) * size);
  await handle.close();
  expect(whole).toBeDefined();
  return { lost, whole };
}

async function attach(url: string, dialect: Dialect, session: string): Promise<RawClient> {
  const socket = conversing(dialect).find(({ framing }) => framing === 'ws') as Endpoint;
  const isNamed = socket.session === 'path';
  const client = await RawClient.open(url, { dialect, endpoint: socket, ...(isNamed && { session }) });
  if (!isNamed) await client.send({ type: 'attach', session });
  return client;
}
