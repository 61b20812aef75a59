import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dialectNamed } from '@polywire/protocol';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { type Agent, createLogger, type RunContext } from '../src/index.ts';
import { createModels } from '../src/models/registry.ts';
import { modelConfig } from '../src/models/settings.ts';
import { traceIdOf } from '../src/observe/trace-id.ts';
import { conversing, RawClient } from './support/client.ts';
import { startModelServer } from './support/model-server.ts';
import { nativeApi } from './support/native.ts';
import { type TestServer, testServer } from './support/server.ts';

const native = dialectNamed('native');
const nexus = dialectNamed('nexus');
let server: TestServer | undefined;
afterEach(() => server?.close());

const open = (url: string, dialect: typeof native, session: string, headers = {}, query = {}) => {
  const [endpoint] = conversing(dialect);
  if (!endpoint) throw new Error(`${dialect.name} has no endpoint`);
  return RawClient.open(url, { dialect, endpoint, session, headers, query });
};

/** The value of a series, by its name with labels. */
async function metric(url: string, series: string, headers = {}): Promise<number | undefined> {
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

it('is behind the gate with all but its sign of life', async () => {
  const token = 'a-token-of-some-length';
  server = await testServer({ tokens: { me: token } });
  const statusOf = async (path: string, headers = {}) => (await fetch(`${server?.url}${path}`, { headers })).status;
  const paths = ['/healthz', '/readyz', '/metrics'];
  expect(await Promise.all(paths.map((path) => statusOf(path)))).toEqual([200, 401, 401]);
  const authorization = `Bearer ${token}`;
  expect(await Promise.all(paths.map((path) => statusOf(path, { authorization })))).toEqual([200, 200, 200]);
  expect(await statusOf('/healthz', { origin: 'https://elsewhere.example' })).toBe(403);
});

it('counts what was stored and shown, and who watches', async () => {
  server = await testServer();
  const { url } = server;
  const session = randomUUID();
  const watcher = await open(url, native, session);
  const other = await open(url, nexus, session);
  await other.send({ type: 'message.send', text: JSON.stringify([{ say: 'word', times: 20 }]) });
  await Promise.all([watcher, other].map((each) => each.until((it) => it.has('run.finished'))));
  const stored = watcher.drafts.length;
  expect(stored).toBeGreaterThan(20);
  expect(await metric(url, 'polywire_events_appended_total')).toBe(stored);
  expect(await metric(url, 'polywire_events_delivered_total{dialect="native"}')).toBe(stored);
  expect(await metric(url, 'polywire_events_delivered_total{dialect="nexus"}')).toBe(stored);
  expect(await metric(url, 'polywire_watchers{dialect="native"}')).toBe(1);
  expect(await metric(url, 'polywire_connections{dialect="nexus"}')).toBe(1);
  expect(await metric(url, 'polywire_runs_ended_total{status="complete"}')).toBe(1);
  expect(await metric(url, 'polywire_commit_seconds_count')).toBeGreaterThan(0);

  watcher.sendText('not JSON');
  await watcher.until((it) => it.frames.some(({ data }) => data.includes('"INVALID"')));
  expect(await metric(url, 'polywire_decode_issues_total{dialect="native",reason="invalid"}')).toBe(1);
  await Promise.all([watcher.close(), other.close()]);
  await expect.poll(() => metric(url, 'polywire_connections{dialect="native"}')).toBe(0);
  expect(await metric(url, 'polywire_watchers{dialect="native"}')).toBe(0);
});

it('counts a late watcher what it was given, once', async () => {
  server = await testServer();
  const { url } = server;
  const session = randomUUID();
  const first = await open(url, nexus, session);
  await first.send({ type: 'message.send', text: JSON.stringify([{ say: 'word', times: 10 }]) });
  await first.until((it) => it.has('run.finished'));
  const late = await open(url, native, session);
  await late.until((it) => it.has('run.finished'));
  const whole = late.drafts.length;
  expect(await metric(url, 'polywire_events_delivered_total{dialect="native"}')).toBe(whole);
  const resumed = await open(url, native, session, {}, { after: '7.0' });
  await resumed.until((it) => it.has('run.finished'));
  expect(await metric(url, 'polywire_events_delivered_total{dialect="native"}')).toBe(whole + whole - 7);
  await Promise.all([first.close(), late.close(), resumed.close()]);
});

it('knows runs by their state', async () => {
  server = await testServer();
  const { url } = server;
  const client = await open(url, native, randomUUID());
  await client.send({ type: 'message.send', text: JSON.stringify([{ ask: 'Your name?' }]) });
  await client.until((it) =>
    it.drafts.some((draft) => draft.type === 'run.status' && draft.status === 'awaiting_input'),
  );
  expect(await metric(url, 'polywire_runs{state="awaiting_input"}')).toBe(1);
  await client.send({ type: 'run.stop' });
  await client.until((it) => it.has('run.finished'));
  expect(await metric(url, 'polywire_runs{state="awaiting_input"}')).toBeUndefined();
  expect(await metric(url, 'polywire_runs_ended_total{status="stopped"}')).toBe(1);
  await client.close();
});

it('says one line at the end of a run, with the trace id that its agent and tools had', async () => {
  const seen: string[] = [];
  const agent: Agent = {
    name: 'seer',
    async run(context: RunContext) {
      seen.push(context.traceId);
      const tool = {
        name: 'look',
        async run(_: object, { traceId }: { traceId: string }) {
          seen.push(traceId);
          return true;
        },
      };
      await context.callTool({ callId: context.newId('c'), tool, args: {} });
      return undefined;
    },
  };
  const lines: string[] = [];
  const logger = createLogger({ isReadable: false, out: { write: (line) => void lines.push(line) } });
  server = await testServer({}, { agents: [agent], logger });
  const client = await open(server.url, native, randomUUID());
  await client.send({ type: 'message.send', text: 'hi' });
  await client.until((it) => it.has('run.finished'));
  const ended = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'run ended');
  const finished = client.drafts.find((draft) => draft.type === 'run.finished');
  expect(ended).toEqual([
    expect.objectContaining({
      runId: finished?.runId,
      session: client.session,
      status: 'complete',
      durationMs: expect.any(Number),
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    }),
  ]);
  expect(seen).toEqual([ended[0].traceId, ended[0].traceId]);
  await client.close();
});

it('asks models under the trace of the run', async () => {
  const upstream = await startModelServer();
  const model = { provider: 'openai', model: 'm', baseUrl: upstream.baseUrl, keyVariable: 'KEY' } as const;
  const models = createModels(z.object(modelConfig).parse({ model: 'one', models: { one: model } }), { KEY: 'k' });
  server = await testServer({}, { agents: undefined as never, models });
  const api = nativeApi(server.url);
  const run = await api.start(await api.newSession(), 'hi', 'run.finished');
  expect(upstream.seen.map(({ headers }) => headers.traceparent)).toEqual([
    expect.stringMatching(`^00-${traceIdOf(run)}-[0-9a-f]{16}-01$`),
  ]);
  await upstream.close();
});

it('says of an error inside a run which run it was', async () => {
  const agent: Agent = { name: 'broken', run: () => Promise.reject(new Error('no luck')) };
  const lines: string[] = [];
  const logger = createLogger({ isReadable: false, out: { write: (line) => void lines.push(line) } });
  server = await testServer({}, { agents: [agent], logger, report: undefined as never });
  const api = nativeApi(server.url);
  const session = await api.newSession();
  const runId = await api.start(session, 'hi', 'run.finished');
  expect(lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'something went wrong')).toMatchObject([
    { level: 50, session, runId, traceId: traceIdOf(runId), err: { message: 'no luck' } },
  ]);
});

it('is not ready before it has taken up what was left undone', async () => {
  // That waits for tools of other programs, for five seconds at most.
  const waiting: ServerResponse[] = [];
  const slow = createServer((_, response) => waiting.push(response));
  await new Promise<void>((resolve) => slow.listen(0, HOST, resolve));
  const url = `http://${HOST}:${(slow.address() as AddressInfo).port}/mcp`;
  const port = await freePort();
  const beganAt = performance.now();
  const starting = testServer({ host: HOST, port, mcp: { slow: { url } } }, { report: () => undefined });
  const statusOf = (path: string) =>
    fetch(`http://${HOST}:${port}${path}`).then(
      ({ status }) => status,
      () => undefined,
    );
  let wasSeenUnready = false;
  for (let status = await statusOf('/readyz'); status !== 200; status = await statusOf('/readyz')) {
    if (status !== 503) continue;
    wasSeenUnready = true;
    expect(await statusOf('/healthz')).toBe(200);
    for (const response of waiting) response.writeHead(500).end();
  }
  expect(wasSeenUnready || performance.now() - beganAt > 5_000).toBe(true);
  server = await starting;
  slow.closeAllConnections();
  slow.close();
});

/** An address of its own: nobody else takes a port of it between this and the start. */
const HOST = '127.0.0.9';

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, HOST, resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
