import { once } from 'node:events';
import { type Dialect, dialects } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import { serverForAll } from './support/open-server.ts';
import { ask, askJson, goodbye, knockAt, openSocket, socketAddresses } from './support/raw.ts';

const ann = { authorization: 'Bearer ann-has-this-token' };
const bob = { authorization: 'Bearer bob-has-another-one' };
const tokens = { ann: ann.authorization.slice(7), bob: bob.authorization.slice(7) };

describe('connections', () => {
  const { server } = serverForAll({ tokens, wireLimits: { connections: 3 } });

  it('are counted per owner, sockets and streams alike, and given back', async () => {
    const { id } = JSON.parse((await askJson(server.url, '/v1/sessions', {}, { headers: ann })).body);
    const stream = new AbortController();
    const events = `${server.url}/v1/sessions/${id}/events`;
    const sse = { headers: { ...ann, accept: 'text/event-stream' }, signal: stream.signal };
    expect((await fetch(events, sse)).status).toBe(200);
    const path = socketAddresses[0]?.path ?? '';
    const first = await openSocket(server.url, path, { headers: ann });
    const second = await openSocket(server.url, path, { headers: ann });
    for (const { path: each } of socketAddresses) {
      expect(await knockAt(server.url, each, { headers: ann })).toMatchObject({ status: 429 });
    }
    expect((await ask(server.url, `/v1/sessions/${id}/events`, { headers: sse.headers })).status).toBe(429);
    (await openSocket(server.url, path, { headers: bob })).terminate();
    first.close();
    await once(first, 'close');
    let again = await knockAt(server.url, path, { headers: ann });
    while (!('ws' in again)) again = await knockAt(server.url, path, { headers: ann });
    second.terminate();
    again.ws.terminate();
    stream.abort();
  });

  it('that bring their token in a message are counted when it has come', async () => {
    const { path, dialect } = socketAddresses.find(({ endpoint }) => endpoint.token === 'first-message') ?? {};
    const open = await Promise.all(
      [1, 2, 3].map(() => openSocket(server.url, socketAddresses[0]?.path ?? '', { headers: bob })),
    );
    const ws = await openSocket(server.url, path ?? '');
    const encode = dialects.find(({ name }) => name === dialect)?.client.encode;
    const [frame] = encode?.({ type: 'message.send', text: 'hi', token: tokens.bob }) ?? [];
    ws.send(frame && 'data' in frame ? frame.data : '');
    expect(await goodbye(ws)).toEqual([1013, 'Too many connections: close some first. / 连接过多，请先关闭一些。']);
    for (const each of open) each.terminate();
  });
});

describe('bodies that are not read', () => {
  const { server } = serverForAll();

  const json = { 'content-type': 'application/json' };
  const bodies = [
    { what: 'too large', status: 413, headers: json, body: JSON.stringify({ text: 'x'.repeat(3_000_000) }) },
    { what: 'of another type', status: 415, headers: { 'content-type': 'text/plain' }, body: 'hello' },
    { what: 'not JSON', status: 400, headers: json, body: '{' },
  ];
  const addresses = dialects.flatMap(({ name, endpoints }) =>
    endpoints
      .filter(({ method, framing }) => method === 'POST' && framing !== 'multipart' && framing !== 'ws')
      .slice(0, 1)
      .map(({ path }) => ({ name, path: path.replaceAll(/\{\w+\}/g, 'x') })),
  );
  const cases = bodies.flatMap((each) => addresses.map((address) => ({ ...each, ...address })));

  it.each(cases)('are told so in both languages: $what, $name', async ({ path, status, headers, body }) => {
    const answer = await ask(server.url, path, { method: 'POST', headers, body });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatch(/[a-z]{3}.* \/ \p{Script=Han}/u);
  });
});

describe('messages', () => {
  const LIMIT = 5;
  const { server } = serverForAll({ tokens, wireLimits: { messagesPerMinute: LIMIT } });

  /** A new minute may begin at any time: so many are too many even then. */
  const TOO_MANY = 2 * LIMIT + 1;

  it.each(socketAddresses.filter(({ endpoint }) => endpoint.does === 'converse'))(
    'beyond the share are refused on $path of $dialect in its own words',
    async ({ dialect: name, path }) => {
      const dialect = dialects.find((each) => each.name === name) as Dialect;
      const ws = await openSocket(server.url, path, { headers: ann });
      const refused = new Promise<string>((resolve) => {
        ws.on('message', (data) => /Too many messages/.test(String(data)) && resolve(String(data)));
      });
      for (let n = 0; n < TOO_MANY; n += 1) {
        for (const frame of dialect.client.encode({ type: 'message.send', text: `hi ${n}`, ref: `${path}${n}` })) {
          if ('data' in frame) ws.send(frame.data);
        }
      }
      expect(JSON.parse(await refused)).toEqual(expect.any(Object));
      ws.terminate();
    },
  );

  it('beyond the share are refused over HTTP, and are the sender’s alone', async () => {
    const statuses = [];
    for (let n = 0; n < TOO_MANY; n += 1)
      statuses.push((await askJson(server.url, '/v1/sessions', {}, { headers: ann })).status);
    expect(statuses).toContain(429);
    expect((await ask(server.url, '/v1/sessions', { headers: ann })).status).toBe(200);
    expect((await askJson(server.url, '/v1/sessions', {}, { headers: bob })).status).toBe(201);
  });

  it('that cannot be read count too, and end in a close', async () => {
    const ws = await openSocket(server.url, socketAddresses[0]?.path ?? '', { headers: ann });
    for (let n = 0; n < TOO_MANY; n += 1) ws.send('nonsense');
    expect((await once(ws, 'close'))[0]).toBe(1013);
  });
});
