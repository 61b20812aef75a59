import { randomUUID } from 'node:crypto';
import { type Cursor, type Dialect, dialectNamed, dialects, type Endpoint, formatCursor } from '@polywire/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conversing, RawClient, type Received } from './support/client.ts';
import type { Scene } from './support/script-agent.ts';
import { type TestServer, testServer } from './support/server.ts';

const scenes: readonly Scene[] = [
  { think: 'Let me see …' },
  { say: '你好 ', times: 5 },
  { tool: 'search', args: { query: '部署' }, output: 'looking' },
  { say: 'Two\nlines and "quotes" 😀' },
  { tool: 'broken', fails: 'no luck' },
  { say: 'Done. [DONE]' },
];

let server: TestServer;
let session: string;
beforeAll(async () => {
  server = await testServer();
  session = await played(scenes);
});
afterAll(() => server.close());

const cases = dialects.flatMap((dialect) =>
  conversing(dialect)
    .filter(({ framing }) => framing === 'ws')
    .map((endpoint) => [`${dialect.name} ${endpoint.path}`, dialect, endpoint] as const),
);

describe.each(cases)('%s', (_, dialect, endpoint) => {
  it('goes on exactly after any frame', async () => {
    const whole = await framesAfter(dialect, endpoint, { seq: 0, sub: 0 });
    expect(whole.length).toBeGreaterThan(4);
    for (const [i, { cursor }] of whole.entries()) {
      if (i === whole.length - 1) break;
      const rest = await framesAfter(dialect, endpoint, cursor as Cursor, whole.length - i - 1);
      expect(rest).toEqual(whole.slice(i + 1));
    }
  });

  it('goes on after a restart of the server', async () => {
    const before = await framesAfter(dialect, endpoint, { seq: 0, sub: 0 });
    server = await server.restart();
    const { cursor } = before[Math.floor(before.length / 2)] as Received;
    const rest = await framesAfter(
      dialect,
      endpoint,
      cursor as Cursor,
      before.length - Math.floor(before.length / 2) - 1,
    );
    expect(rest).toEqual(before.slice(Math.floor(before.length / 2) + 1));
  });

  it('refuses a cursor of what has not happened', async () => {
    const client = await attach(dialect, endpoint, { seq: 1_000_000, sub: 0 });
    await client.until(
      ({ isClosed, frames }) => isClosed || frames.some(({ data }) => data.includes('ahead of the session')),
    );
    client.cut();
  });
});

/** The frames of the whole session that come after `after`; the last event of it tells that these are all. */
async function framesAfter(dialect: Dialect, endpoint: Endpoint, after: Cursor, count?: number): Promise<Received[]> {
  const client = await attach(dialect, endpoint, after);
  const counted = () => client.frames.filter(({ cursor }) => cursor !== undefined);
  await client.until(() =>
    count === undefined ? counted().at(-1)?.cursor?.seq === lastSeq : counted().length >= count,
  );
  const frames = counted();
  client.cut();
  return frames;
}

async function attach(dialect: Dialect, endpoint: Endpoint, after: Cursor): Promise<RawClient> {
  if (endpoint.session === 'path') {
    const query = { cursor: '1', after: formatCursor(after) };
    return RawClient.open(server.url, { dialect, endpoint, session, query });
  }
  const client = await RawClient.open(server.url, { dialect, endpoint, query: { cursor: '1' } });
  await client.send({ type: 'attach', session, after: formatCursor(after), wants: { cursor: true, restore: false } });
  return client;
}

let lastSeq = 0;
async function played(script: readonly Scene[]): Promise<string> {
  const native = dialectNamed('native');
  const name = randomUUID();
  const client = await RawClient.open(server.url, {
    dialect: native,
    endpoint: conversing(native)[0] as Endpoint,
    session: name,
  });
  await client.send({ type: 'message.send', text: JSON.stringify(script) });
  await client.until((c) => c.has('run.finished'));
  lastSeq = client.frames.at(-1)?.cursor?.seq ?? 0;
  await client.close();
  return name;
}
