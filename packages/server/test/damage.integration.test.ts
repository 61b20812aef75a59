import { join } from 'node:path';
import { dialectNamed, type Endpoint } from '@polywire/protocol';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { conversing, RawClient } from './support/client.ts';
import { nativeApi, script } from './support/native.ts';
import { testServer } from './support/server.ts';

const native = dialectNamed('native');
const endpoint = conversing(native)[0] as Endpoint;

/** What is left before the damage is all that a client has seen, or nothing at all. */
it.each([
  { what: 'from its first event on', word: 'message.accepted', after: '0' },
  { what: 'behind what the client has', word: 'run.finished', after: 'end' },
])('a session that is damaged $what says so, and does not look as if it had come to rest', async ({ word, after }) => {
  let server = await testServer();
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
  expect(client.closeReason).toContain('damaged');
  await server.close();
});

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
