import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, askJson, openSocket, socketAddresses } from './support/raw.ts';
import { type TestServer, testServer } from './support/server.ts';
import { SECRET, uiFolder } from './support/ui-folder.ts';

let server: TestServer;
let folder: Awaited<ReturnType<typeof uiFolder>>;
beforeAll(async () => {
  folder = await uiFolder();
  const { ui } = folder;
  const listen = [{ host: '127.0.0.1', port: 0 }];
  server = await testServer({ ui, listen, allowOrigin: ['https://ui.example'] });
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

describe('a folder that is served', () => {
  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/index.html', 'text/html; charset=utf-8'],
    ['/a.js', 'text/javascript; charset=utf-8'],
    ['/b.js', 'text/javascript; charset=utf-8'],
    ['/sub', 'text/html; charset=utf-8'],
    ['/sub/', 'text/html; charset=utf-8'],
  ])('gives %s as %s', async (path, type) => {
    const { status, headers } = await ask(server.url, path);
    expect([status, headers['content-type']]).toEqual([200, type]);
    expect((await ask(server.url, path, { method: 'HEAD' })).status).toBe(200);
  });

  it.each([
    ...[
      '/.env',
      '/.git/config',
      '/sub/../.env',
      '/link/secret.txt',
      '/link.txt',
      '/near.txt',
      '/env.txt',
      '/loop',
      '/nothing.js',
    ],
    ...[
      '/../../../etc/passwd',
      '/..%2f..%2f..%2fetc%2fpasswd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/%2e%2e%2f%2e%2e%2fetc/passwd',
    ],
    ...['/..%5c..%5cetc%5cpasswd', '/%252e%252e%252fetc%252fpasswd', '//etc/passwd', '/%2fetc%2fpasswd', '/etc/passwd'],
    ...['/a.js%00.html', '/%00', '/C:%5cboot.ini', '/a.js/', '/a.js/x', '/....//a.js', `/${'x'.repeat(3000)}`],
  ])('gives nothing for %s', async (path) => {
    const { status, body } = await ask(server.url, path);
    if (path === '/a.js/') return expect(body).toBe('let a');
    expect(status).toBe(404);
    expect(body).not.toContain(SECRET);
  });

  it('leaves sockets at its root to those who listen there', async () => {
    const root = socketAddresses.find(({ path }) => path === '/');
    expect(root).toBeDefined();
    (await openSocket(server.url, '/')).terminate();
  });
});

describe('headers', () => {
  it('keep the page to what the server gave it', async () => {
    const { headers } = await ask(server.url, '/');
    const policy = String(headers['content-security-policy']);
    const { host } = new URL(server.url);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]+=*';/);
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|https:)/);
    expect(policy).toContain("img-src 'self' data: blob:;");
    expect(policy).toContain(`connect-src 'self' ws://${host} wss://${host} `);
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('let a page of others find the server where it looks for its own: other ports of ours, and localhost', async () => {
    const { headers } = await ask(server.url, '/');
    const [, places = ''] = /connect-src ([^;]+)/.exec(String(headers['content-security-policy'])) ?? [];
    const ports = server.urls.map((url) => new URL(url).port);
    expect(new Set(ports).size).toBe(2);
    for (const port of ports) {
      for (const place of [`ws://localhost:${port}`, `http://127.0.0.1:${port}`])
        expect(places.split(' ')).toContain(place);
    }
    const asked = places
      .split(' ')
      .slice(1)
      .map((place) => new URL(place));
    expect(
      asked.filter(({ hostname, port }) => !/^(localhost|127\.0\.0\.1)$/.test(hostname) || !ports.includes(port)),
    ).toEqual([]);
  });

  it('are on everything: pages, answers, refusals, streams', async () => {
    const answers = await Promise.all([
      ask(server.url, '/a.js'),
      ask(server.url, '/v1/sessions'),
      ask(server.url, '/nothing'),
      ask(server.url, '/%'),
      ask(server.url, '/', { headers: { host: 'evil.example' } }),
      askJson(server.url, '/chat/stream', { user_input: 'hi' }),
      ask(server.url, '/v1/sessions', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 400, 421, 200, 415]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
  });
});

describe('pages of other origins', () => {
  const preflight = (origin: string) =>
    ask(server.url, '/v1/sessions', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });

  it('may ask where they are allowed to, by name', async () => {
    for (const [origin, credentials] of [
      ['https://ui.example', 'true'],
      ['http://localhost:5173', undefined],
    ] as const) {
      const { status, headers } = await preflight(origin);
      expect(status).toBe(204);
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-allow-headers']).toContain('authorization');
      expect(headers.vary).toBe('Origin');
      const answer = await ask(server.url, '/v1/sessions', { headers: { origin } });
      expect(answer.headers['access-control-allow-origin']).toBe(origin);
      expect(answer.headers['access-control-allow-credentials']).toBe(credentials);
    }
  });

  it('are told nothing otherwise', async () => {
    for (const origin of ['https://evil.example', 'null', 'https://ui.example.evil', 'http://ui.example']) {
      const { status, headers } = await preflight(origin);
      expect(status).toBe(403);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('slow requests', () => {
  it.each([
    ['a head that never ends', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: '],
    [
      'a body that never comes',
      'POST /v1/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
    ],
  ])('%s is given up', async (_, text) => {
    const impatient = await testServer({ wireLimits: { headMs: 200, requestMs: 400 } });
    const { hostname, port } = new URL(impatient.url);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (chunk) => {
      received += String(chunk);
    });
    socket.write(text);
    await once(socket, 'close');
    expect(received).toContain(' 408 ');
    await impatient.close();
  });
});
