import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pdfOf } from '../src/tools/text/testing.ts';
import { finishedIn, type ToolServer, toolServer } from './support/tools.ts';

// Processes and sockets on a busy machine take their time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const elsewhere = createServer((request, response) => {
  if (request.url === '/page') response.setHeader('content-type', 'text/html').end('<title>Bees</title><p>Bees dance.');
  else if (request.url === '/svg') response.setHeader('content-type', 'image/svg+xml').end('<svg/>');
  else if (request.url === '/away') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  else response.setHeader('content-type', 'image/png').end(PNG);
});

let other: string;
let server: ToolServer;
beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const { port } = elsewhere.address() as AddressInfo;
  other = `http://127.0.0.1:${port}`;
  const tokens = { ada: 'ada-has-a-token', bob: 'bob-has-a-token' };
  server = await toolServer({ tokens, fetchAllow: [`127.0.0.1:${port}`] }, { token: tokens.ada });
});
afterAll(async () => {
  elsewhere.close();
  await server.remove();
  expect(server.errors).toEqual([]);
});

interface Entry {
  id: string;
  title: string;
  source: string;
  status: string;
  progress: number;
  error?: string;
}

function form(...files: readonly [name: string, type: string, content: string | Buffer][]): FormData {
  const made = new FormData();
  for (const [name, type, content] of files) made.append('files', new Blob([content as never], { type }), name);
  return made;
}

async function add(body: FormData, headers = server.headers) {
  const response = await fetch(`${server.url}/v1/documents`, { method: 'POST', headers, body });
  return {
    status: response.status,
    body: (await response.json()) as { documents: Entry[]; error?: { message: string } },
  };
}

const list = async () => (await server.call<{ documents: Entry[] }>('GET /v1/documents')).body.documents;
const settled = (id: string) =>
  vi.waitUntil(
    async () => {
      const { body } = await server.call<Entry>(`GET /v1/documents/${id}`);
      return body.status === 'reading' ? undefined : body;
    },
    { timeout: 60_000, interval: 50 },
  );

describe('documents', () => {
  it('are added by a form, read, listed with their state, searched, and removed', async () => {
    const { status, body } = await add(
      form(
        ['制度.md', 'text/markdown', '# 请假制度\n\n年假为十五天。'],
        ['a.html', 'text/html', '<title>Deploy</title><p>Deploy with docker compose.'],
        ['b.pdf', 'application/pdf', pdfOf(['Parking costs 20 a month'], 'Parking')],
        ['broken.pdf', 'application/pdf', '%PDF-1.7 nothing'],
      ),
    );
    expect(status).toBe(202);
    expect(body.documents).toMatchObject([{ source: '制度.md', progress: expect.any(Number) }, {}, {}, {}]);
    const ended = await Promise.all(body.documents.map(({ id }) => settled(id)));
    expect(ended).toMatchObject([
      { title: '请假制度', status: 'ready', progress: 1, size: 37 },
      { title: 'Deploy', status: 'ready' },
      { title: 'Parking', status: 'ready' },
      { status: 'failed', error: expect.any(String) },
    ]);
    const found = await server.call<{ hits: Entry[] }>(`GET /v1/documents/search?q=${encodeURIComponent('年假几天')}`);
    expect(found.body.hits).toMatchObject([
      { title: '请假制度', source: '制度.md', snippet: { text: expect.any(String) } },
    ]);
    const session = await server.newSession();
    const [result] = finishedIn(await server.use(session, ['search_knowledge_base', { query: 'docker' }]));
    expect(result).toMatchObject({
      outcome: 'ok',
      result: { total: 1, results: [{ title: 'Deploy', source: 'a.html' }] },
    });

    const bob = { authorization: 'Bearer bob-has-a-token' };
    const asBob = (path: string, method = 'GET') => fetch(`${server.url}${path}`, { method, headers: bob });
    expect(await (await asBob('/v1/documents')).json()).toEqual({ documents: [] });
    expect(await (await asBob('/v1/documents/search?q=docker')).json()).toEqual({ hits: [] });
    expect((await asBob(`/v1/documents/${ended[0]?.id}`)).status).toBe(404);
    expect((await asBob(`/v1/documents/${ended[0]?.id}`, 'DELETE')).status).toBe(404);
    for (const { id } of body.documents) expect((await server.call(`DELETE /v1/documents/${id}`)).status).toBe(204);
    expect((await server.call(`DELETE /v1/documents/${ended[0]?.id}`)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it('are added as text too', async () => {
    const made = await server.call<Entry>('POST /v1/documents/text', { title: 'Note', text: 'Owls sleep by day.' });
    expect(made).toMatchObject({
      status: 201,
      body: { title: 'Note', source: 'Note', sourceType: 'text', status: 'ready' },
    });
    expect((await server.call('POST /v1/documents/text', { title: 'Empty', text: ' ' })).status).toBe(422);
    expect((await server.call(`DELETE /v1/documents/${made.body.id}`)).status).toBe(204);
  });

  it('that are none are refused, all of a form with one of them', async () => {
    const good = ['a.md', 'text/markdown', 'x'] as [string, string, string];
    for (const bad of [
      ['a.png', 'image/png', PNG],
      ['a.exe', 'application/octet-stream', Buffer.from('4d5a9000', 'hex')],
      ['a.html', 'text/html', Buffer.from('00ff', 'hex')],
    ] as [string, string, Buffer][]) {
      expect((await add(form(good, bad))).status).toBe(415);
    }
    expect((await add(form())).status).toBe(422);
    const json = { ...server.headers, 'content-type': 'application/json' };
    expect((await fetch(`${server.url}/v1/documents`, { method: 'POST', headers: json, body: '{}' })).status).toBe(415);
    expect(await list()).toEqual([]);
  });
});

describe('forms', () => {
  const all = `form with its ${'x'.repeat(100)}`;
  const both = { error: { message: expect.stringMatching(/\. \/ .*\p{Script=Han}.*。$/u) } };

  it('that cannot be read are refused in both languages', async () => {
    const session = await server.newSession();
    const headers = { ...server.headers, 'content-type': 'multipart/form-data; boundary=b' };
    const part =
      '--b\r\ncontent-disposition: form-data; name="f"; filename="a.md"\r\ncontent-type: text/markdown\r\n\r\n';
    for (const path of ['/v1/documents', `/v1/sessions/${session}/uploads`]) {
      const send = (body: string) => fetch(`${server.url}${path}`, { method: 'POST', headers, body });
      const cut = await send(`${part}${all}`);
      expect([cut.status, await cut.json()]).toMatchObject([400, both]);
      const many = await send(`${`${part}x\r\n`.repeat(11)}--b--\r\n`);
      expect([many.status, await many.json()]).toMatchObject([413, both]);
    }
    expect(await list()).toEqual([]);
  });

  it('wait in memory up to a bound, of one owner and of all', async () => {
    const tokens = {
      ada: 'ada-has-a-token',
      bob: 'bob-has-a-token',
      cy: 'cy-also-has-a-token',
      dan: 'dan-has-nothing-there',
    };
    // 64 KiB of each, 128 KiB of all.
    const small = await toolServer({ tokens, maxReadingMb: 1 / 16 }, { token: tokens.ada });
    const as = (token: string) => ({ authorization: `Bearer ${token}` });
    const send = async (body: FormData | ReadableStream, headers: Record<string, string>) => {
      const response = await fetch(`${small.url}/v1/documents`, { method: 'POST', headers, body, duplex: 'half' });
      return { status: response.status, body: (await response.json()) as { documents: Entry[] } };
    };
    const text = 'word '.repeat(8_000);
    const one = () => form(['a.md', 'text/markdown', text]);
    const two = () => form(['a.md', 'text/markdown', text], ['b.md', 'text/markdown', text]);
    const busy = { error: { code: 'BUSY', message: expect.stringMatching(/\. \/ .*。$/) } };
    expect(await send(two(), small.headers)).toMatchObject({ status: 409, body: busy });
    expect((await small.call<{ documents: Entry[] }>('GET /v1/documents')).body.documents).toEqual([]);

    /** A form that has come in but for its end. */
    const begin = (token: string) => {
      let end: () => void = () => undefined;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const say = (words: string) => controller.enqueue(Buffer.from(words));
          say(
            '--b\r\ncontent-disposition: form-data; name="f"; filename="a.md"\r\ncontent-type: text/markdown\r\n\r\n',
          );
          say(text);
          end = () => {
            say('\r\n--b--\r\n');
            controller.close();
          };
        },
      });
      const answer = send(body, { ...as(token), 'content-type': 'multipart/form-data; boundary=b' });
      return async () => {
        end();
        return (await answer).status;
      };
    };
    const refused = (token: string) =>
      vi.waitUntil(async () => (await send(one(), as(token))).status === 409, { timeout: 60_000, interval: 50 });
    const ada = begin(tokens.ada);
    await refused(tokens.ada);
    expect((await send(one(), as(tokens.bob))).status).toBe(202);
    const [bob, cy] = [begin(tokens.bob), begin(tokens.cy)];
    await Promise.all([tokens.bob, tokens.cy, tokens.dan].map(refused));
    for (const finish of [ada, bob, cy]) expect(await finish()).toBe(202);
    await vi.waitUntil(async () => (await send(one(), small.headers)).status === 202, {
      timeout: 60_000,
      interval: 50,
    });
    await small.remove();
    expect(small.errors).toEqual([]);
  });
});

describe('pictures of other servers', () => {
  const image = (url: string, headers: Record<string, string> = server.headers) =>
    fetch(`${server.url}/v1/images?url=${encodeURIComponent(url)}`, { headers });

  it('come through this one, as what they are', async () => {
    const response = await image(`${other}/a.png`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG);
  });

  it.each(['/page', '/svg', '/away'])('%s is none', async (path) => {
    const response = await image(`${other}${path}`);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      error: { code: 'NOT_ALLOWED', message: expect.stringContaining(' / ') },
    });
  });

  it('are not fetched from inside, nor for strangers', async () => {
    expect((await image(server.url)).status).toBe(403);
    expect((await image('file:///etc/passwd')).status).toBe(403);
    expect((await image(`${other}/a.png`, {})).status).toBe(401);
    const fromElsewhere = { ...server.headers, 'sec-fetch-site': 'cross-site' };
    const { port } = new URL(server.url);
    const status = await new Promise((resolve) => {
      const path = `/v1/images?url=${encodeURIComponent(`${other}/a.png`)}`;
      get({ port, host: '127.0.0.1', path, headers: fromElsewhere }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
    });
    expect(status).toBe(403);
    expect((await fetch(`${server.url}/v1/images`, { headers: server.headers })).status).toBe(422);
  });
});

it('a page is read by web_fetch, and what leads inwards is not', async () => {
  const session = await server.newSession();
  const [read] = finishedIn(await server.use(session, ['web_fetch', { url: `${other}/page` }]));
  expect(read).toMatchObject({ outcome: 'ok', result: { title: 'Bees', text: 'Bees dance.' } });
  for (const url of [server.url, `${other}/away`, 'http://[::ffff:127.0.0.1]/']) {
    const [refused] = finishedIn(await server.use(session, ['web_fetch', { url }]));
    expect(refused).toMatchObject({ outcome: 'error', result: expect.stringContaining('open internet') });
  }
});
