import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dialects } from '@polywire/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { type Running, startServer } from '../src/index.ts';
import { MainProcess } from './support/main-process.ts';
import { ask, goodbye, knockAt, openSocket, socketAddresses } from './support/raw.ts';

const ANN = 'ann-has-this-token';
const BOB = 'bob-has-another-one';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const temporary = () => mkdtemp(join(tmpdir(), 'polywire-login-'));
const knocking = socketAddresses.filter(({ endpoint }) => endpoint.token === 'first-message');

let server: Running;
let path: (link: { url: string } | undefined) => string;
beforeAll(async () => {
  server = await startServer({
    port: 0,
    data: await temporary(),
    tokens: { ann: ANN, bob: BOB },
    allowOrigin: ['https://ui.example'],
    wireLimits: { firstMessageMs: 300 },
  });
  path = (link) => new URL(link?.url ?? '').pathname;
});
afterAll(() => server.close());

async function cookieOf(owner: string): Promise<string> {
  const link = server.loginLinks().find((each) => each.owner === owner);
  const [cookie = ''] = (await ask(server.url, path(link))).headers['set-cookie'] ?? [];
  return cookie.split(';')[0] ?? '';
}

describe('the link', () => {
  it('opens the page once, with a cookie that is not the token', async () => {
    const [ann] = server.loginLinks();
    const first = await ask(server.url, path(ann));
    expect(first).toMatchObject({ status: 303, headers: { location: '/', 'cache-control': 'no-store' } });
    const [cookie = ''] = first.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^polywire_token=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(ANN);
    const [value = ''] = cookie.split(';');
    expect((await ask(server.url, '/v1/sessions', { headers: { cookie: `a=b; ${value}; c=d` } })).status).not.toBe(401);
    expect((await ask(server.url, path(ann))).status).toBe(401);
  });

  it('leaves a cookie for TLS alone where the server is reached by it', async () => {
    const publicUrl = 'https://agents.example/';
    const tls = await startServer({ port: 0, data: await temporary(), tokens: { ann: ANN }, publicUrl });
    const [link] = tls.loginLinks();
    expect(link?.url).toMatch(/^https:\/\/agents\.example\/enter\//);
    const { headers } = await ask(tls.url, path(link), { headers: { host: 'agents.example' } });
    expect(headers['set-cookie']?.[0]).toMatch(/; Secure$/);
    await tls.close();
  });

  it('is not spent by a look at its head, and is another for each owner', async () => {
    const [ann, bob] = server.loginLinks();
    expect((await ask(server.url, path(ann), { method: 'HEAD' })).status).toBe(401);
    expect((await ask(server.url, path(ann))).status).toBe(303);
    expect((await ask(server.url, path(bob))).status).toBe(303);
    expect(await cookieOf('ann')).not.toBe(await cookieOf('bob'));
  });

  it('is got with a token too', async () => {
    expect((await ask(server.url, '/enter', { method: 'POST' })).status).toBe(401);
    const { status, body } = await ask(server.url, '/enter', { method: 'POST', headers: bearer(BOB) });
    expect(status).toBe(201);
    expect((await ask(server.url, new URL(JSON.parse(body).link).pathname)).status).toBe(303);
  });
});

describe('a cookie', () => {
  it('counts on the way from our page and from pages that were listed, not from a neighbour', async () => {
    const cookie = await cookieOf('ann');
    const status = async (origin: string) =>
      (await ask(server.url, '/v1/sessions', { headers: { cookie, origin } })).status;
    expect(await status(server.url)).not.toBe(401);
    expect(await status('https://ui.example')).not.toBe(401);
    expect(await status('http://localhost:3000')).toBe(401);
    const neighbour = { headers: { cookie, origin: 'http://localhost:3000' } };
    for (const { path, endpoint } of socketAddresses) {
      const knocked = await knockAt(server.url, path, neighbour);
      if ('ws' in knocked) knocked.ws.terminate();
      expect('ws' in knocked, path).toBe(endpoint.token === 'first-message');
    }
  });
});

describe('a token in the first message', () => {
  const dialectOf = (name: string) => {
    const found = dialects.find((dialect) => dialect.name === name);
    if (!found) throw new Error(name);
    return found;
  };
  const say = (name: string, token: string | undefined, text = 'hi') => {
    const [frame] = dialectOf(name).client.encode({
      type: 'message.send',
      text,
      ...(token !== undefined && { token }),
    });
    return frame && 'data' in frame ? frame.data : '';
  };
  async function framesUntilClose(ws: WebSocket): Promise<{ code: number; reason: string; frames: string[] }> {
    const frames: string[] = [];
    ws.on('message', (data) => frames.push(String(data)));
    const [code, reason] = await goodbye(ws);
    return { code, reason, frames };
  }

  it('is asked for somewhere', () => expect(knocking).not.toEqual([]));

  it.each(knocking)('opens $path, and the message is answered', async ({ dialect, path }) => {
    const ws = await openSocket(server.url, path);
    const decoder = dialectOf(dialect).client.decoder({
      id: '',
      variant: '',
      utcOffsetMin: 0,
      locale: 'en',
      baseUrl: '',
    });
    const types: string[] = [];
    const ended = new Promise<void>((resolve) => {
      ws.on('message', (data) => {
        types.push(...decoder.push({ data: String(data) }).values.map(({ type }) => type));
        if (types.includes('run.finished')) resolve();
      });
    });
    ws.send(say(dialect, ANN));
    await ended;
    expect(types).toContain('text.delta');
    ws.terminate();
  });

  it.each(knocking)('is refused on $path in the words of the dialect', async ({ dialect, path }) => {
    const reasons = [
      ['ann-has-this-tokem', 'This token is not known. / 令牌无效。'],
      [undefined, 'the first message'],
    ] as const;
    for (const [token, said] of reasons) {
      const ws = await openSocket(server.url, path);
      ws.send(say(dialect, token));
      const { code, reason, frames } = await framesUntilClose(ws);
      expect([code, reason]).toEqual([1008, 'A token is needed. / 需要令牌。']);
      expect(frames.join()).toMatch(/NOT_ALLOWED|RATE_LIMITED/);
      expect(frames.join()).toContain(said);
      expect(frames.join()).not.toContain('ann-has');
    }
  });

  it.each(knocking)('is waited for on $path neither long nor for much', async ({ dialect, path }) => {
    const silent = await openSocket(server.url, path);
    expect(await goodbye(silent)).toEqual([1008, 'No message came in time. / 未按时收到消息。']);
    const long = await openSocket(server.url, path);
    long.send(say(dialect, ANN, 'x'.repeat(64 * 1024)));
    expect(await goodbye(long)).toEqual([1009, 'The first message is too large. / 第一条消息过大。']);
    const endless = await openSocket(server.url, path);
    endless.on('error', () => undefined);
    const closed = once(endless, 'close');
    const more = () => endless.readyState === endless.OPEN && endless.send('x'.repeat(16_384), { fin: false }, more);
    more();
    expect([1009, 1006]).toContain((await closed)[0]);
    const noText = await openSocket(server.url, path);
    noText.send(Buffer.from([0xff, 0xfe]));
    expect(await goodbye(noText)).toEqual([1007, 'It is not UTF-8 text. / 不是 UTF-8 文本。']);
  });

  it.each(knocking)('is followed on $path by messages of any size', async ({ dialect, path }) => {
    const ws = await openSocket(server.url, path);
    const told: string[] = [];
    ws.on('message', (data) => told.push(String(data)));
    ws.send(say(dialect, ANN));
    await once(ws, 'message');
    ws.send(JSON.stringify({ type: 'nothing known', padding: 'x'.repeat(512 * 1024) }));
    await expect.poll(() => told.join('\n')).toContain('UNKNOWN');
    ws.terminate();
  });
});

describe('wrong tokens', () => {
  it('are slowed down, and a right one that nobody had there before waits with them', async () => {
    const fresh = await startServer({ port: 0, data: await temporary(), tokens: { ann: ANN } });
    const status = async (token: string) => (await ask(fresh.url, '/v1/sessions', { headers: bearer(token) })).status;
    const statuses = [];
    for (let n = 0; n < 7; n += 1) statuses.push(await status(`wrong-token-${n}`));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(await status(ANN)).toBe(429);
    // A link cannot be guessed, and who came by it is known.
    const [link] = fresh.loginLinks();
    expect((await ask(fresh.url, path(link))).status).toBe(303);
    expect(await status(ANN)).toBe(200);
    await fresh.close();
  });

  it('neither lock out who is in, nor are forgotten because of them', async () => {
    const fresh = await startServer({ port: 0, data: await temporary(), tokens: { ann: ANN } });
    const status = async (token: string) => (await ask(fresh.url, '/metrics', { headers: bearer(token) })).status;
    const statuses = [];
    for (let n = 0; n < 8; n += 1) statuses.push([await status(ANN), await status('wrong-token')]);
    expect(statuses).toEqual(Array.from({ length: 8 }, (_, n) => [200, n < 5 ? 401 : 429]));
    await fresh.close();
  });

  it('behind a proxy slow down who sent them, and nobody where it does not say who did', async () => {
    const publicUrl = 'https://agents.example/';
    const fresh = await startServer({ port: 0, data: await temporary(), tokens: { ann: ANN }, publicUrl });
    const statuses = async (token: string, times: number, from?: string) => {
      const headers = { ...bearer(token), host: 'agents.example', ...(from && { 'x-forwarded-for': from }) };
      const all = [];
      for (let n = 0; n < times; n += 1) all.push((await ask(fresh.url, '/v1/tools', { headers })).status);
      return all;
    };
    const guesser = '203.0.113.5, 198.51.100.7';
    expect(await statuses('wrong-token', 6, guesser)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await statuses(ANN, 1, guesser)).toEqual([429]);
    expect(await statuses(ANN, 1, '203.0.113.5')).toEqual([200]);
    expect(await statuses('wrong-token', 7)).toEqual(Array(7).fill(401));
    expect(await statuses(ANN, 1)).toEqual([200]);
    await fresh.close();
  });
});

describe('the program', () => {
  it.each([
    ['--host', '0.0.0.0'],
    ['--host', '::'],
    ['--listen', '0.0.0.0:0'],
  ])('does not start with %s %s without a token', async (...address) => {
    const program = new MainProcess([...address, '--port', '0', '--data', await temporary()]);
    expect(await program.exited()).toBe(1);
    expect(program.output.trim().split('\n')).toHaveLength(1);
    expect(program.output).toMatch(/--token/);
  });

  it('prints a link that works, and no secret', async () => {
    const data = await temporary();
    const program = new MainProcess(['--port', '0', '--data', data], { POLYWIRE_TOKEN: ANN, POLYWIRE_LOG: 'trace' });
    const link = new URL(await program.printed(/http:\S+\/enter\/\S+/));
    const entered = await ask(link.origin, link.pathname);
    const [cookie = ''] = (entered.headers['set-cookie'] ?? [''])[0]?.split(';') ?? [];
    expect(entered.status).toBe(303);
    await ask(link.origin, '/v1/sessions', { headers: { cookie } });
    await ask(link.origin, '/v1/sessions', { headers: bearer('a-wrong-token') });
    await ask(link.origin, '/%', { headers: { ...bearer(ANN), cookie } });
    for (const { dialect, path } of knocking) {
      const ws = await openSocket(link.origin, path);
      const encode = dialects.find(({ name }) => name === dialect)?.client.encode;
      for (const frame of encode?.({ type: 'message.send', text: 'hi', token: ANN }) ?? []) {
        if ('data' in frame) ws.send(frame.data);
      }
      await once(ws, 'message');
      ws.terminate();
    }
    expect(await program.stop()).toBe(0);
    const secrets = [ANN, 'a-wrong-token', cookie.split('=')[1] ?? ''];
    const kept = await Promise.all(
      (await readdir(data)).map((name) => readFile(join(data, name), 'latin1').catch(() => '')),
    );
    for (const secret of secrets) {
      expect(program.output).not.toContain(secret);
      expect(kept.join()).not.toContain(secret);
    }
  });
});
