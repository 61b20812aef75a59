import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { isPublic } from './allowed-address.ts';
import { fetchGuarded } from './fetch-guarded.ts';
import { guardedAgent } from './guarded-agent.ts';

vi.setConfig({ testTimeout: 60_000 });

describe('an address', () => {
  it.each(['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
    expect(isPublic(address)).toBe(true);
  });
  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'fe80::1',
    'fec0::1',
    'fc00::1',
    'ff02::1',
  ])('%s is not', (address) => {
    expect(isPublic(address)).toBe(false);
  });
});

/** Answers by the path; counts who got through, also where nothing was asked then. */
let connections = 0;
let inside: Server;
let port: number;
const answers: Record<string, RequestListener> = {
  '/ok': (_, response) => response.setHeader('content-type', 'text/plain; charset=gbk').end('hello'),
  '/inward': (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:8999/secret' }).end(),
  '/nowhere': (_, response) => response.writeHead(302, { location: 'http://8.8.8.8%40127.0.0.1/' }).end(),
  '/file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/around': (_, response) => response.writeHead(302, { location: '/around' }).end(),
  '/onward': (_, response) => response.writeHead(307, { location: '/ok' }).end(),
  '/big': (_, response) => response.end(Buffer.alloc(200_000)),
  '/bomb': (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(50_000_000))),
  '/silent': () => undefined,
};
beforeAll(async () => {
  inside = createServer((request, response) => answers[request.url ?? '']?.(request, response));
  inside.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  port = (inside.address() as AddressInfo).port;
});
afterAll(() => {
  inside.closeAllConnections();
  inside.close();
});

interface Given {
  allow?: readonly string[];
  names?: Record<string, readonly string[]>;
  timeoutMs?: number;
}

function get(url: string, { allow = [], names = {}, timeoutMs = 20_000 }: Given = {}) {
  const lookup = async (host: string) => (names[host] ?? []).map((address) => ({ address }));
  const agent = guardedAgent({ allow, lookup });
  onTestFinished(() => agent.destroy());
  return fetchGuarded(url, { agent, signal: new AbortController().signal, maxBytes: 100_000, timeoutMs });
}

describe('what leads inwards is refused before it is connected to', () => {
  it.each([
    ['loopback', 'http://127.0.0.1:PORT/ok'],
    ['all zeros', 'http://0.0.0.0:PORT/ok'],
    ['one number', 'http://2130706433:PORT/ok'],
    ['octal', 'http://0177.0.0.1:PORT/ok'],
    ['hexadecimal', 'http://0x7f.1:PORT/ok'],
    ['short', 'http://127.1:PORT/ok'],
    ['with TLS', 'https://127.0.0.1:PORT/ok'],
    ['IPv6', 'http://[::1]:PORT/ok'],
    ['IPv6 with TLS', 'https://[::1]:PORT/ok'],
    ['mapped IPv6', 'http://[::ffff:127.0.0.1]:PORT/ok'],
    ['mapped IPv6 in numbers', 'http://[::ffff:7f00:1]:PORT/ok'],
    ['a name', 'http://inward.example:PORT/ok'],
    ['a name with TLS', 'https://inward.example:PORT/ok'],
    ['a name with one public address', 'http://mixed.example:PORT/ok'],
    ['a name with a dot at its end', 'http://inward.example.:PORT/ok'],
    ['a name and a password', 'http://8.8.8.8@127.0.0.1:PORT/ok'],
    ['metadata of a cloud', 'http://169.254.169.254/latest/meta-data'],
  ])('%s: %s', async (_, url) => {
    const before = connections;
    const names = {
      'inward.example': ['127.0.0.1'],
      'inward.example.': ['127.0.0.1'],
      'mixed.example': ['93.184.216.34', '127.0.0.1'],
    };
    await expect(get(url.replace('PORT', String(port)), { names })).rejects.toMatchObject({ code: 'BLOCKED' });
    expect(connections).toBe(before);
  });

  it('a redirect, from a server that may be reached', async () => {
    const allow = [`127.0.0.1:${port}`];
    await expect(get(`http://127.0.0.1:${port}/inward`, { allow })).rejects.toMatchObject({ code: 'BLOCKED' });
    await expect(get(`http://127.0.0.1:${port}/file`, { allow })).rejects.toMatchObject({ code: 'SCHEME' });
    await expect(get(`http://127.0.0.1:${port}/nowhere`, { allow })).rejects.toMatchObject({ code: 'SCHEME' });
  });

  it('a name that changes its address between two questions', async () => {
    const answersInTurn = [['93.184.216.34'], ['127.0.0.1']];
    let asked = 0;
    const lookup = async () => (answersInTurn[asked++] ?? []).map((address) => ({ address }));
    const agent = guardedAgent({ allow: [], lookup });
    onTestFinished(() => agent.destroy());
    const before = connections;
    // The first answer is the only one: it is what is connected to, and nobody is there.
    const signal = new AbortController().signal;
    const gone = fetchGuarded(`http://rebind.example:${port}/ok`, { agent, signal, maxBytes: 100, timeoutMs: 1_000 });
    await expect(gone).rejects.toMatchObject({ code: expect.stringMatching(/TIMEOUT|UNREACHABLE/) });
    expect([asked, connections]).toEqual([1, before]);
    const again = fetchGuarded(`http://rebind.example:${port}/ok`, { agent, signal, maxBytes: 100, timeoutMs: 20_000 });
    await expect(again).rejects.toMatchObject({ code: 'BLOCKED' });
    expect(connections).toBe(before);
  });

  it.each(['ftp://a/', 'file:///etc/passwd', 'data:text/plain,x', 'javascript:1', 'nothing', 'gopher://a'])(
    '%s',
    async (url) => {
      await expect(get(url)).rejects.toMatchObject({ code: 'SCHEME' });
    },
  );
});

describe('what may be fetched', () => {
  it('comes, by its name too, with its redirects', async () => {
    const allow = [`127.0.0.1:${port}`, `named.example:${port}`];
    const names = { 'named.example': ['127.0.0.1'] };
    const fetched = await get(`http://127.0.0.1:${port}/onward`, { allow });
    expect(fetched).toMatchObject({
      status: 200,
      mediaType: 'text/plain',
      charset: 'gbk',
      url: `http://127.0.0.1:${port}/ok`,
    });
    expect(fetched.bytes.toString()).toBe('hello');
    expect((await get(`http://named.example:${port}/ok`, { allow, names })).status).toBe(200);
  });

  it.each([
    ['/big', 'TOO_LARGE'],
    ['/bomb', 'TOO_LARGE'],
    ['/around', 'REDIRECTS'],
  ])('%s is bounded: %s', async (path, code) => {
    await expect(get(`http://127.0.0.1:${port}${path}`, { allow: [`127.0.0.1:${port}`] })).rejects.toMatchObject({
      code,
    });
  });

  it('is not waited for without end', async () => {
    const allow = [`127.0.0.1:${port}`];
    await expect(get(`http://127.0.0.1:${port}/silent`, { allow, timeoutMs: 500 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
  });
});
