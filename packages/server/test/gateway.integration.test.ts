import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndependentServer, Step } from '@polywire/conformance/independent-server';
import { type Dialect, type Draft, dialectNamed, dialects } from '@polywire/protocol';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conversing, RawClient } from './support/client.ts';
import { nativeApi } from './support/native.ts';
import { ServerProcess } from './support/process.ts';
import type { Scene } from './support/script-agent.ts';
import { type TestServer, testServer } from './support/server.ts';

const spoken = dialects.filter(({ name }) => name !== 'native');
const native = dialectNamed('native');
let data: string;
let upstream: ServerProcess | undefined;
let independent: IndependentServer | undefined;
let gateway: TestServer;
let client: RawClient;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'polywire-upstream-'));
});
afterEach(async () => {
  client.cut();
  await gateway.close();
  await upstream?.kill();
  await independent?.close();
  upstream = undefined;
  independent = undefined;
  await rm(data, { recursive: true, force: true });
});

async function foreign(dialect: Dialect): Promise<string> {
  const module = (await import(`../../conformance/servers/${dialect.name}.ts`)) as {
    start(): Promise<IndependentServer>;
  };
  independent = await module.start();
  return independent.url;
}

async function begin(dialect: Dialect, url: string, more: object = {}): Promise<void> {
  const one = { name: 'elsewhere', dialect: dialect.name, url, ...more };
  gateway = await testServer({ upstreams: [one] }, { agents: [] });
  await watch('s1');
}

async function watch(session: string): Promise<void> {
  const [endpoint] = conversing(native);
  client = await RawClient.open(gateway.url, { dialect: native, endpoint: endpoint as never, session });
}

async function restart(): Promise<void> {
  client.cut();
  gateway = await gateway.restart();
  await watch('s1');
}

const say = (story: readonly (Scene | Step)[]) => client.send({ type: 'message.send', text: JSON.stringify(story) });
const asked = () => client.until(() => all('run.status').some(({ status }) => status === 'awaiting_input'));
const answer = (words: string) => {
  const { inputId = '' } = all('input.requested')[0] ?? {};
  return client.send({ type: 'input.answer', inputId, decision: 'reply', text: words });
};
const all = <T extends Draft['type']>(type: T) =>
  client.drafts.filter((draft) => draft.type === type) as Extract<Draft, { type: T }>[];
const over = () => client.until((seen) => seen.has('run.finished'));
const text = () =>
  all('text.delta')
    .map(({ delta }) => delta)
    .join('');

describe.each(spoken)('a $name server that is not ours', (dialect) => {
  it('ends the run with a clear error when it hangs up, and everything is closed', async () => {
    await begin(dialect, await foreign(dialect), { idleMs: 600 });
    await say([{ tool: 'search', args: {} }, { say: 'Let me' }, { hangUp: true }]);
    await over();
    const [end] = all('run.finished');
    // A close is a proper end in one of them.
    if (end?.status !== 'complete')
      expect(all('error')).toMatchObject([{ fatal: true, code: expect.stringMatching(/^UPSTREAM_/) }]);
    expect(all('message.started').length).toBe(all('message.completed').length);
    expect(all('tool.call').length).toBe(all('tool.finished').length);
  });

  it('ends the run when it falls silent', async () => {
    await begin(dialect, await foreign(dialect), { idleMs: 400 });
    await say([{ say: 'One moment' }, { hang: true }]);
    await over();
    expect(all('run.finished')).toMatchObject([{ status: 'error' }]);
    expect(all('error')).toMatchObject([{ code: 'UPSTREAM_SILENT', fatal: true }]);
  });
});

it('goes on after the other server was killed and started again, with nothing lost', async () => {
  upstream = await ServerProcess.start(data);
  const { url } = upstream;
  await begin(native, url);
  await say([{ say: 'n', times: 30, everyMs: 20 }, { rest: 200 }, { say: 'the end' }]);
  await client.until(() => text().includes('n5 '));
  await upstream.kill();
  upstream = await ServerProcess.start(data, Number(new URL(url).port));
  await over();
  expect(all('run.finished')).toMatchObject([{ status: 'complete' }]);
  expect(text()).toContain('the end');
});

it('goes on after this server was started again, where the other one can say again what came', async () => {
  upstream = await ServerProcess.start(data);
  await begin(native, upstream.url);
  await say([{ say: 'first. ' }, { rest: 1_500 }, { say: 'second.' }]);
  await client.until(() => text().includes('first.'));
  await client.until(() => all('checkpoint').some(({ checkpointId }) => checkpointId === 'upstream.2'));
  await restart();
  await over();
  expect(text()).toBe('first. second.');
  expect(all('run.finished')).toMatchObject([{ status: 'complete' }]);
});

it('asks again after this server was started again', async () => {
  upstream = await ServerProcess.start(data);
  await begin(native, upstream.url);
  await say([{ say: 'Well. ' }, { ask: 'Which colour?' }, { say: ' The end.' }]);
  await asked();
  await restart();
  await asked();
  await answer('blue');
  await over();
  expect(all('run.finished')).toMatchObject([{ status: 'complete' }]);
  expect(text()).toContain('blue');
  expect(text()).toMatch(/The end\.$/);
});

/** Those that show what happens in a session to whoever comes to it. */
const open = dialects.filter(({ traits }) => traits.stream === 'session');

it.each(dialects)('ends the run when a $name server is gone that waits for an answer', async (dialect) => {
  upstream = await ServerProcess.start(data);
  await begin(dialect, upstream.url, { idleMs: 300 });
  await say([{ ask: 'Which colour?' }]);
  await asked();
  await upstream.kill();
  await answer('blue');
  await over();
  expect(all('error')).toMatchObject([{ fatal: true, code: expect.stringMatching(/^UPSTREAM_/) }]);
});

it('takes the answer to another server that was away for a while', async () => {
  upstream = await ServerProcess.start(data);
  const { url } = upstream;
  // Less than a server takes to start.
  await begin(native, url, { idleMs: 300 });
  await say([{ ask: 'Which colour?' }, { rest: 100 }, { say: ' The end.' }]);
  await asked();
  await upstream.kill();
  upstream = await ServerProcess.start(data, Number(new URL(url).port));
  const metrics = async () => (await fetch(`${url}/metrics`)).text();
  await expect.poll(metrics, { timeout: 20_000 }).toContain('polywire_connections{dialect="native"} 1');
  await answer('blue');
  await over();
  expect(all('run.finished')).toMatchObject([{ status: 'complete' }]);
});

it.each(open)('runs a message once at a $name server, though this one was started again', async (dialect) => {
  upstream = await ServerProcess.start(data);
  await begin(dialect, upstream.url);
  await say([{ say: 'n', times: 40, everyMs: 20 }]);
  await client.until(() => text().includes('n2 '));
  await restart();
  await over();
  expect(all('run.finished')).toMatchObject([{ status: 'complete' }]);
  expect(text()).toMatch(/n40 $/);
  const { call } = nativeApi(upstream.url);
  const { sessions } = (await call<{ sessions: { id: string }[] }>('GET /v1/sessions')).body;
  expect(sessions).toHaveLength(1);
  expect((await call(`GET /v1/sessions/${sessions[0]?.id}/runs`)).body.runs).toHaveLength(1);
});

it('refuses there a call whose arguments were changed here, where the change cannot be said', async () => {
  upstream = await ServerProcess.start(data);
  const plain = spoken.find(({ traits }) => traits.accepts['input.answer'].loses?.includes('args')) as Dialect;
  await begin(plain, upstream.url);
  await say([{ tool: 'delete_file', args: { path: 'a' }, approve: true }, { say: 'the end' }]);
  await asked();
  const { inputId = '' } = all('input.requested')[0] ?? {};
  await client.send({ type: 'input.answer', inputId, decision: 'approve', args: { path: 'b' } });
  await over();
  expect(all('tool.finished')).toMatchObject([{ name: 'delete_file', outcome: 'denied' }]);
  expect(all('notice')).toMatchObject([{ of: 'input.answer' }]);
});

it('ends as timed out here what timed out there', async () => {
  upstream = await ServerProcess.start(data);
  await begin(native, upstream.url);
  await say([{ rounds: 51 }]);
  await over();
  expect(all('run.finished')).toMatchObject([{ status: 'timed_out' }]);
});

it('stops there what is stopped here', async () => {
  upstream = await ServerProcess.start(data);
  await begin(native, upstream.url);
  await say([{ say: 'n', times: 2_000, everyMs: 10 }]);
  await client.until(() => text().includes('n3 '));
  await client.send({ type: 'run.stop' });
  await over();
  const url = upstream.url;
  const sessions = async () => (await (await fetch(`${url}/v1/sessions`)).json()) as { sessions: { status: string }[] };
  await expect.poll(async () => (await sessions()).sessions[0]?.status, { timeout: 20_000 }).toBe('stopped');
});

const stoppedByRequest = spoken.flatMap((dialect) => {
  const stop = dialect.client.encode({ type: 'run.stop', session: 's' }).find((said) => 'path' in said);
  return stop && 'path' in stop ? [{ name: dialect.name, dialect, path: stop.path }] : [];
});

it.each(stoppedByRequest)('lives on where the answer of $name to a stop cannot be read', async ({ dialect, path }) => {
  upstream = await ServerProcess.start(data);
  const { url } = upstream;
  let isAsked: () => void = () => undefined;
  const stopAsked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const between = createHttpServer((request, response) => {
    if (request.url !== path) {
      const options = { method: request.method, headers: request.headers };
      return request.pipe(
        httpRequest(new URL(request.url ?? '', url), options, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        }),
      );
    }
    response.once('close', isAsked);
    return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Please log in</h1>');
  });
  await once(between.listen(0, '127.0.0.1'), 'listening');
  await begin(dialect, `http://127.0.0.1:${(between.address() as AddressInfo).port}`);
  await say([{ say: 'n', times: 2_000, everyMs: 10 }]);
  await client.until(() => text().includes('n3 '));
  await client.send({ type: 'run.stop' });
  await over();
  await stopAsked;
  expect(all('run.finished')).toMatchObject([{ status: 'stopped' }]);
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  between.closeAllConnections();
  between.close();
});

it('lets a run succeed although it cannot keep what the session is called there', async () => {
  upstream = await ServerProcess.start(data);
  const one = { name: 'elsewhere', dialect: native.name, url: upstream.url };
  const errors: unknown[] = [];
  gateway = await testServer({ upstreams: [one] }, { agents: [], report: (error) => errors.push(error) });
  const database = new Sqlite(join(gateway.data, 'polywire.db'));
  database.exec("CREATE TRIGGER full BEFORE UPDATE OF settings ON sessions BEGIN SELECT RAISE(ABORT, 'no'); END");
  database.close();
  await watch('s1');
  await say([{ say: 'All is well.' }]);
  await over();
  expect(all('run.finished')).toMatchObject([{ status: 'complete' }]);
  expect(errors).toMatchObject([{ name: 'StoreError' }, { name: 'StoreError' }]);
});

it('pauses there what is paused here, and lets it go on', async () => {
  upstream = await ServerProcess.start(data);
  await begin(native, upstream.url);
  const url = upstream.url;
  const status = async () =>
    ((await (await fetch(`${url}/v1/sessions`)).json()) as { sessions: { status: string }[] }).sessions[0]?.status;
  await say([{ say: 'a', times: 20, everyMs: 10 }, { rest: 50 }, { say: 'b' }, { rest: 50 }, { say: 'c' }]);
  await client.until(() => text().includes('a2 '));
  await client.send({ type: 'run.pause' });
  await expect.poll(status, { timeout: 20_000 }).toBe('paused');
  await client.send({ type: 'run.resume' });
  await over();
  expect(text()).toMatch(/bc$/);
});

it('takes an answer that was given there', async () => {
  upstream = await ServerProcess.start(data);
  const token = 'secret-of-the-upstream';
  await begin(native, upstream.url, { token });
  await say([{ ask: 'Which colour?' }, { say: ' The end.' }]);
  await asked();
  const { call } = nativeApi(upstream.url);
  const { inputId = '' } = all('input.requested')[0] ?? {};
  const [, there = ''] = /\.(run_[^.]+\..+)$/.exec(inputId) ?? [];
  const path = `POST /v1/runs/${there.split('.')[0]}/inputs/${there}`;
  expect(await call(path, { decision: 'reply', text: `blue ${token}` })).toMatchObject({ status: 200 });
  await over();
  expect(all('input.resolved')).toMatchObject([
    { inputId, outcome: 'answered', text: expect.stringMatching(/^blue /) },
  ]);
  expect(all('run.finished')).toMatchObject([{ status: 'complete' }]);
  expect(text()).toMatch(/blue.* The end\.$/s);
  expect(JSON.stringify(client.drafts)).not.toContain(token);
});

it('keeps the session there from one message to the next', async () => {
  await begin(dialectNamed(spoken[1]?.name ?? ''), await foreign(spoken[1] as Dialect));
  await say([{ say: 'one' }]);
  await over();
  await say([{ say: 'two' }]);
  await client.until(() => all('run.finished').length === 2);
  const sessions = (independent?.received ?? []).map((each) => (each as { session_id?: string }).session_id);
  expect(sessions[0]).toBeUndefined();
  expect(sessions[1]).toEqual(expect.any(String));
});

it('puts no secret into what it says', async () => {
  const dead = createServer();
  await new Promise<void>((resolve) => dead.listen(0, '127.0.0.1', resolve));
  const { port } = dead.address() as { port: number };
  await new Promise((resolve) => dead.close(resolve));
  const secret = { token: 'tok-SECRET-1', headers: { 'x-api-key': 'key-SECRET-2' }, idleMs: 400 };
  await begin(native, `http://127.0.0.1:${port}/`, secret);
  await say([{ say: 'hello' }]);
  await over();
  expect(all('error')).toMatchObject([{ code: 'UPSTREAM_LOST' }]);
  const agents = await (await fetch(`${gateway.url}/v1/agents`)).text();
  expect(agents).toContain('elsewhere');
  expect(JSON.stringify(client.frames) + agents).not.toContain('SECRET');
});

it('refuses an upstream that the configuration does not describe well', async () => {
  await begin(native, 'http://127.0.0.1:9', {});
  const wrong = testServer({ upstreams: [{ name: 'x', dialect: 'klingon', url: 'file:///etc/passwd' }] });
  await expect(wrong).rejects.toThrow();
});
