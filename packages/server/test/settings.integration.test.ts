import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dialects } from '@polywire/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { conversing, RawClient, talkingSockets } from './support/client.ts';
import { MainProcess } from './support/main-process.ts';
import { nativeApi, script } from './support/native.ts';
import { ask, askJson, httpAddresses } from './support/raw.ts';
import { type TestServer, testServer } from './support/server.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const requests = dialects.flatMap((dialect) =>
  conversing(dialect)
    .filter(({ framing }) => framing !== 'ws')
    .map(({ path }) => ({ name: dialect.name, path, dialect })),
);

describe('a message while a run is under way', () => {
  it.each(talkingSockets)('is refused on $path of $name where that was chosen', async ({ dialect, endpoint }) => {
    server = await testServer({ whenBusy: 'reject' });
    const session = dialect.traits.sessionIds === 'integer' ? '77' : randomUUID();
    const inPath = endpoint.session === 'path' && { session };
    const client = await RawClient.open(server.url, { dialect, endpoint, ...inPath });
    await client.send({ type: 'message.send', text: script({ say: 'w', times: 100_000, everyMs: 5 }) });
    const native = nativeApi(server.url);
    const { body } = await native.call<{ sessions: { id: string }[] }>('GET /v1/sessions');
    await client.until(({ frames }) => frames.length > 1);
    const [greeting] = client.frames;
    await client.send({ type: 'message.send', text: 'second' });
    await client.until(({ frames }) => frames.some(({ data }) => data.includes('A run is under way')));
    const greetings = client.frames.filter(({ data }) => data === greeting?.data);
    expect(greetings.length, 'once for each message').toBeLessThanOrEqual(2);
    const id = body.sessions[0]?.id;
    const refused = await native.call(`POST /v1/sessions/${id}/runs`, { input: 'third' });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'BUSY' } } });
    const runs = await native.call<{ runs: { id: string; status: string }[] }>(`GET /v1/sessions/${id}/runs`);
    expect(runs.body.runs).toMatchObject([{ status: 'active' }]);
    await native.call(`POST /v1/runs/${runs.body.runs[0]?.id}/stop`);
    client.cut();
  });

  it.each(requests)('is refused at $path of $name too', async ({ name, dialect, path }) => {
    server = await testServer({ whenBusy: 'reject' });
    const native = nativeApi(server.url);
    const session = await native.newSession();
    const run = await native.start(session, script({ say: 'w', times: 100_000, everyMs: 5 }), 'text.delta');
    const { body } = await native.call<{ names: Record<string, string> }>(`GET /v1/sessions/${session}`);
    const [frame] = dialect.client.encode({ type: 'message.send', session: body.names[name] ?? '', text: 'second' });
    const sent = frame && 'data' in frame ? JSON.parse(frame.data) : {};
    expect(await askJson(server.url, path, sent)).toMatchObject({
      status: 409,
      body: expect.stringContaining('A run is under way'),
    });
    await native.call(`POST /v1/runs/${run}/stop`);
  });

  it('takes the place of that run where that was chosen', async () => {
    server = await testServer({ whenBusy: 'interrupt' });
    const native = nativeApi(server.url);
    const session = await native.newSession();
    const first = await native.start(session, script({ say: 'w', times: 100_000, everyMs: 5 }), 'text.delta');
    const second = await native.start(session, 'instead', 'run.finished');
    expect((await native.runEvents(first)).at(-1)).toMatchObject({ status: 'stopped' });
    expect((await native.runEvents(second)).at(-1)).toMatchObject({ status: 'complete' });
  });
});

it('listens at every address that it was given', async () => {
  const data = await mkdtemp(join(tmpdir(), 'polywire-listen-'));
  const args = ['--port', '0', '--listen', '127.0.0.1:0', '--listen', '127.0.0.2:0', '--data', data];
  const program = new MainProcess(args, { POLYWIRE_LOG: 'silent' });
  await program.printed(/(Polywire: \S+\n){3}/);
  const urls = [...program.output.matchAll(/Polywire: (\S+)/g)].map(([, url]) => url ?? '');
  expect(new Set(urls).size).toBe(3);
  const sessions = nativeApi(urls[0] ?? '');
  const session = await sessions.newSession();
  for (const url of urls) expect((await nativeApi(url).call(`GET /v1/sessions/${session}`)).status).toBe(200);
  expect(await program.stop()).toBe(0);
  await rm(data, { recursive: true, force: true });
});

describe('a stream', () => {
  const streaming = httpAddresses.filter(({ endpoint }) => endpoint.does !== 'call' && endpoint.framing !== 'file');

  it.each(streaming)(
    'is neither held back nor packed on its way: $endpoint.framing $endpoint.path of $dialect',
    async ({ dialect: name, endpoint }) => {
      server = await testServer();
      const native = nativeApi(server.url);
      const session = await native.newSession();
      const run = await native.start(session, script({ ask: 'Go on?' }), 'input.requested');
      const dialect = dialects.find((each) => each.name === name);
      const [frame] = dialect?.client.encode({ type: 'message.send', text: 'hello' }) ?? [];
      const body = endpoint.method === 'POST' && frame && 'data' in frame ? { body: frame.data } : {};
      const accept = endpoint.framing === 'sse' ? 'text/event-stream' : 'application/x-ndjson';
      const abort = new AbortController();
      const response = await fetch(
        `${server.url}${endpoint.path.replace('{session}', session).replace('{run}', run)}`,
        {
          method: endpoint.method,
          headers: { accept, 'accept-encoding': 'gzip, br', 'content-type': 'application/json' },
          signal: abort.signal,
          ...body,
        },
      );
      const { headers } = response;
      expect(response.status).toBe(200);
      expect(headers.get('x-accel-buffering')).toBe('no');
      expect(headers.get('content-encoding')).toBeNull();
      expect(headers.get('cache-control')).toContain('no-transform');
      abort.abort();
    },
  );
});

it('does not count the files of a page, or any reading, as messages', async () => {
  const ui = await mkdtemp(join(tmpdir(), 'polywire-ui-'));
  await writeFile(join(ui, 'index.html'), '<p>hello</p>');
  await writeFile(join(ui, 'app.js'), 'export {};');
  server = await testServer({ ui, wireLimits: { messagesPerMinute: 5 } });
  const native = nativeApi(server.url);
  for (let n = 0; n < 30; n += 1) {
    expect((await ask(server.url, n % 2 === 0 ? '/' : '/app.js')).status).toBe(200);
    expect((await native.call('GET /v1/sessions')).status).toBe(200);
  }
  const session = await native.newSession();
  expect((await native.call(`POST /v1/sessions/${session}/runs`, { input: 'hello' })).status).toBe(201);
  await rm(ui, { recursive: true, force: true });
});
