import { once } from 'node:events';
import { join } from 'node:path';
import { type Dialect, dialects } from '@polywire/protocol';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { badBodies, badFrames, badTexts } from './support/bad-input.ts';
import { ask, clientFrame, httpAddresses, knockAt, openSocket, rawSocket, socketAddresses } from './support/raw.ts';
import { type TestServer, testServer } from './support/server.ts';

let server: TestServer;
let bystander: WebSocket;
let before: Record<string, number>;

beforeAll(async () => {
  server = await testServer({ wireLimits: { messagesPerMinute: 0 } });
  bystander = await openSocket(server.url, socketAddresses[0]?.path ?? '');
});
beforeEach(() => {
  before = rows();
});
afterEach(async () => {
  bystander.ping();
  await once(bystander, 'pong');
  expect(rows()).toEqual(before);
});
afterAll(() => server.close());

/** How much is in every table: the log and all that is kept beside it. */
function rows(): Record<string, number> {
  const db = new Database(join(server.data, 'polywire.db'), { readonly: true });
  const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
  const counts = names.map((name) => [name, db.prepare(`SELECT count(*) FROM "${name}"`).pluck().get() as number]);
  db.close();
  return Object.fromEntries(counts);
}

const dialectOf = (name: string) => dialects.find((dialect) => dialect.name === name) as Dialect;

/** The code in the close frame among what the server sent. */
function codeIn(received: Buffer): number | undefined {
  for (let at = 0; at + 2 <= received.length; ) {
    const short = (received[at + 1] as number) & 0x7f;
    const size = short === 126 ? 2 : short === 127 ? 8 : 0;
    const length =
      size === 0 ? short : size === 2 ? received.readUInt16BE(at + 2) : Number(received.readBigUInt64BE(at + 2));
    if (((received[at] as number) & 0x0f) === 8) return received.readUInt16BE(at + 2 + size);
    at += 2 + size + length;
  }
  return undefined;
}

describe.each(socketAddresses)('WS $path of $dialect', ({ dialect, endpoint, path }) => {
  it.each(badTexts)('answers $what as its dialect does, and goes on', async ({ text }) => {
    const { issue, replies = [] } = dialectOf(dialect).server.commands().push({ data: text });
    expect(issue).toBeDefined();
    const socket = await openSocket(server.url, path);
    const frames: string[] = [];
    socket.on('message', (data) => frames.push(String(data)));
    const closed = once(socket, 'close');
    socket.send(text);
    socket.ping();
    await Promise.race([once(socket, 'pong'), closed]);
    // Where there is nothing behind the address, it is closed without a look at the message.
    if (socket.readyState !== socket.OPEN) return expect(endpoint.path).toContain('{run}');
    const said = replies.map(({ data }) => data);
    expect(frames.filter((frame) => said.includes(frame))).toEqual(said);
    socket.terminate();
  });

  it.each(badFrames)('closes on $what', async ({ frame, codes }) => {
    const socket = await rawSocket(server.url, path);
    let received = Buffer.alloc(0);
    const closed = once(socket, 'close');
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        received = Buffer.concat([received, chunk]);
        if (codeIn(received) !== undefined) socket.destroy();
      });
    socket.resume().write(frame);
    await closed;
    const nothingBehind = endpoint.path.includes('{run}') ? [1008, 1013] : [];
    expect([...codes, ...nothingBehind]).toContain(codeIn(received));
  });
});

describe('somebody who never reads', () => {
  it.each([
    { what: 'answers to pings', frame: clientFrame(9, Buffer.alloc(125)) },
    { what: 'complaints', frame: clientFrame(1, Buffer.from('{"type":"unknown"}')) },
  ])('is cut off from $what', async ({ frame }) => {
    const complaining = socketAddresses.filter(({ dialect, endpoint }) => {
      const { replies = [] } = dialectOf(dialect).server.commands().push({ data: '{"type":"unknown"}' });
      return endpoint.session === 'message' && replies.length > 0;
    });
    const socket = await rawSocket(server.url, complaining[0]?.path ?? '');
    const closed = once(socket, 'close');
    socket.on('error', () => undefined);
    const flood = Buffer.concat(Array.from({ length: 1000 }, () => frame));
    const more = (error?: Error | null): void => {
      if (error) socket.destroy();
      else if (!socket.destroyed) socket.write(flood, more);
    };
    more();
    await closed;
  });
});

const takesBody = httpAddresses.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.framing !== 'multipart');

describe.each(takesBody)('$endpoint.method $path of $dialect', ({ endpoint, path }) => {
  it.each(badBodies)('refuses $what', async ({ body, type, status }) => {
    const headers = { 'content-length': String(body.length), ...(type !== undefined && { 'content-type': type }) };
    const answer = await ask(server.url, path, { method: endpoint.method, headers, body });
    expect(status).toContain(answer.status);
    expect(JSON.parse(answer.body)).toEqual(expect.any(Object));
  });
});

describe('requests', () => {
  it('may have a parameter twice, or one that is very long', async () => {
    for (const { endpoint, path } of httpAddresses.filter(({ endpoint }) => endpoint.method === 'GET')) {
      if (endpoint.does !== 'call') continue;
      const twice = await ask(server.url, `${path}?lang=zh&lang=en&after=1&after=2&page=1&page=2&limit=1&limit=x`);
      expect(twice.status, path).toBeLessThan(500);
      const long = await ask(
        server.url,
        `${endpoint.path.replaceAll(/\{\w+\}/g, 'x'.repeat(2000))}?q=${'y'.repeat(4000)}`,
      );
      expect(long.status, path).toBeLessThan(500);
    }
  });

  it('may not have a NUL in a name', async () => {
    for (const { endpoint, path } of [...socketAddresses, ...httpAddresses]) {
      if (!endpoint.path.includes('{')) continue;
      const target = endpoint.path.replaceAll(/\{\w+\}/g, 'a%00b');
      const answer =
        endpoint.framing === 'ws'
          ? await knockAt(server.url, target)
          : await ask(server.url, target, { method: endpoint.method });
      if ('ws' in answer) answer.ws.terminate();
      expect('status' in answer ? answer.status : 101, path).toBeGreaterThanOrEqual(400);
      expect('status' in answer ? answer.status : 101, path).toBeLessThan(500);
    }
  });
});
