import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Json, type JsonObject, sseReader } from '@polywire/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Agent } from '../src/index.ts';
import { api } from './support/api.ts';
import { serverForAll } from './support/open-server.ts';
import { httpAddresses, ask as plainly } from './support/raw.ts';
import { scriptAgent } from './support/script-agent.ts';

const fixtures = new URL('../../conformance/fixtures/', import.meta.url);
const options = [{ xAxis: {}, series: [{ type: 'bar', data: [1, 2] }] }];

const bodiless = httpAddresses.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.framing === 'json');

/** Does what its input says, as the servers did whose clients were recorded. */
const dev: Agent = {
  name: 'dev',
  description: { en: 'Develops', zh: '开发' },
  async run(context) {
    const { emit, input, runId, newId } = context;
    if (input === 'chart') emit({ type: 'chart', analysisId: 1, title: 'Sales', options });
    if (input === 'plan') emit({ type: 'plan.proposed', planId: `${runId}.p`, task: 'Fly', steps: [{ title: 'Run' }] });
    if (input === 'boom') throw new Error('boom');
    if (input === 'slow') await context.ask({ inputId: newId('i'), kind: 'text', prompt: 'How slow?' });
    const messageId = newId('m');
    emit({ type: 'text.delta', messageId, delta: `said ${input}` });
    emit({ type: 'message.completed', messageId });
    return undefined;
  },
};

// What the agent throws is reported to the operator, and here that is meant.
const { server } = serverForAll({}, { agents: [dev, scriptAgent], report: () => undefined });
let call: ReturnType<typeof api>;
beforeAll(async () => {
  call = api(server.url);
});

describe('the requests of Magentic-UI', () => {
  interface Envelope {
    status: boolean;
    data: Record<string, Json>;
    message?: string;
  }
  /** A browser says the same of itself when it fetches and when it opens a socket. */
  const page = { 'user-agent': 'Mozilla/5.0 (a page)' };
  const ask = (request: string, body?: unknown) => api(server.url, page)<Envelope>(request, body);

  it('make sessions with numbers, and keep what the page keeps with them', async () => {
    const made = await ask('POST /api/sessions/?user_id=me', { name: 'First', team_id: 7, user_id: 'me' });
    expect(made).toMatchObject({
      status: 200,
      body: { status: true, data: { name: 'First', user_id: 'me', team_id: 7 } },
    });
    const { id } = made.body.data;
    expect(Number.isSafeInteger(id)).toBe(true);
    expect((await ask(`GET /api/sessions/${id}`)).body.data).toMatchObject({ id, name: 'First', team_id: 7 });
    const changed = await ask(`PUT /api/sessions/${id}`, { name: 'Renamed', selected_mcp_configs: ['x'] });
    expect(changed.body.data).toMatchObject({ id, name: 'Renamed', team_id: 7, selected_mcp_configs: ['x'] });
    const listed = await call<{ data: JsonObject[] }>('GET /api/sessions/');
    expect(listed.body.data).toContainEqual({ ...changed.body.data, updated_at: expect.any(String) });
    expect((await ask(`DELETE /api/sessions/${id}`)).body).toMatchObject({ status: true });
    expect(await ask(`GET /api/sessions/${id}`)).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
    expect((await ask('GET /api/sessions/x')).status).toBe(422);
  });

  it('tell a past conversation', async () => {
    const { body } = await ask('POST /api/sessions/', { name: '' });
    const { id } = body.data;
    const empty = await ask(`GET /api/sessions/${id}/runs`);
    expect(empty.body.data).toMatchObject({ runs: [{ id, status: 'created', messages: [], input_request: null }] });

    const asking = await converse(id, 'slow', 'input_request');
    const waiting = await ask(`GET /api/sessions/${id}/runs`);
    expect(waiting.body.data).toMatchObject({
      runs: [{ status: 'awaiting_input', input_request: { prompt: 'How slow?' } }],
    });
    asking.send(JSON.stringify({ type: 'input_response', response: 'very' }));
    await once(asking, 'close');
    const after = await ask(`GET /api/sessions/${id}/runs`);
    expect(after.body.data).toMatchObject({
      runs: [{ id, status: 'complete', input_request: null, task: { content: 'slow' } }],
    });
    expect(JSON.stringify(after.body.data)).toContain('said slow');
  });

  it('let a page that was loaded again answer: it opens a socket for a task alone', async () => {
    const { id } = (await ask('POST /api/sessions/', { name: '' })).body.data;
    const left = await converse(id, 'slow', 'input_request');
    left.close();
    await expect
      .poll(async () => (await ask(`GET /api/sessions/${id}/runs`)).body.data)
      .toMatchObject({ runs: [{ status: 'stopped', input_request: null }] });
    const back = await converse(id, 'Where was I?', 'input_request');
    back.send(JSON.stringify({ type: 'input_response', response: 'very' }));
    await once(back, 'close');
    const { runs } = (await ask(`GET /api/sessions/${id}/runs`)).body.data as { runs: JsonObject[] };
    expect(runs).toMatchObject([{ status: 'complete', task: { content: 'slow' } }]);
    expect(JSON.stringify(runs)).toContain('said slow');
  });

  it.each([
    { who: 'the page itself', reader: page, isToldAgain: false },
    { who: 'somebody else', reader: { 'user-agent': 'a monitor' }, isToldAgain: true },
  ])('leave to the socket what the page was not told: the history was read by $who', async (told) => {
    const title = `Left alone, read by ${told.who}`;
    const { id } = (await call<{ id: string }>('POST /v1/sessions', { title })).body;
    const listed = await call<{ data: { id: number; name: string }[] }>('GET /api/sessions/');
    const number = listed.body.data.find(({ name }) => name === title)?.id;
    (await converse(number, 'slow', 'input_request')).close();
    const [run] = (await call<{ runs: { id: string; inputs: { id: string }[] }[] }>(`GET /v1/sessions/${id}/runs`)).body
      .runs;
    const inputs = (await call<{ inputs: { inputId: string }[] }>(`GET /v1/runs/${run?.id}`)).body.inputs;
    await call(`POST /v1/runs/${run?.id}/inputs/${inputs[0]?.inputId}`, { decision: 'reply', text: 'very' });
    const read = api(server.url, told.reader);
    await expect
      .poll(async () => JSON.stringify((await read(`GET /api/sessions/${number}/runs`)).body))
      .toContain('said slow');
    const frames: string[] = [];
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/ws/runs/${number}`, { headers: page });
    socket.on('message', (data) => frames.push(data.toString()));
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'start', task: 'hello' }));
    await once(socket, 'close');
    expect(frames.join('\n').includes('said slow')).toBe(told.isToldAgain);
    expect(frames.join('\n')).toContain('said hello');
  });

  it('open a session of another dialect by the number it has there', async () => {
    const made = await call<{ id: string }>('POST /v1/sessions', { title: 'From elsewhere' });
    const listed = await call<{ data: { id: number; name: string }[] }>('GET /api/sessions/');
    const number = listed.body.data.find(({ name }) => name === 'From elsewhere')?.id ?? 0;
    const socket = await converse(number, 'hello', 'result');
    socket.close();
    const said = await call<{ messages: { text: string }[] }>(`GET /v1/sessions/${made.body.id}/messages`);
    expect(said.body.messages.map(({ text }) => text)).toEqual(['hello', 'said hello']);
  });

  it('keep plans, and learn one from a session', async () => {
    const steps = [{ title: 'One', details: 'first', agent_name: 'coder' }];
    const made = await ask('POST /api/plans/', { task: 'Do', steps });
    expect(made.body.data).toMatchObject({ task: 'Do', steps });
    const { id } = made.body.data;
    expect((await ask(`PUT /api/plans/${id}`, { task: 'Redo' })).body.data).toMatchObject({ id, task: 'Redo', steps });
    const listed = await call<{ data: JsonObject[] }>('GET /api/plans/');
    expect(listed.body.data).toMatchObject([{ id, task: 'Redo' }]);

    const { body } = await ask('POST /api/sessions/', {});
    expect((await ask('POST /api/plans/learn_plan', { session_id: body.data.id })).status).toBe(404);
    const socket = await converse(body.data.id, 'plan', 'result');
    socket.close();
    const learnt = await ask('POST /api/plans/learn_plan', { session_id: body.data.id });
    expect(learnt.body.data).toEqual({ planId: expect.any(Number) });
    expect((await call<{ data: JsonObject[] }>('GET /api/plans/')).body.data).toContainEqual(
      expect.objectContaining({ id: learnt.body.data.planId, task: 'Fly' }),
    );

    expect((await ask(`DELETE /api/plans/${id}`)).status).toBe(200);
    expect((await ask(`DELETE /api/plans/${id}`)).status).toBe(404);
    expect((await ask('POST /api/plans/', { steps })).status).toBe(422);
  });

  it('keep settings, and name the teams', async () => {
    expect((await ask('PUT /api/settings/', { config: { a: { b: 1 } } })).status).toBe(200);
    expect((await ask('GET /api/settings/')).body.data).toMatchObject({ config: { a: { b: 1 } } });
    expect(await ask('GET /api/settings/config-info')).toMatchObject({ status: 200, body: { status: true, data: {} } });
    const teams = await call<{ data: JsonObject[] }>('GET /api/teams/');
    expect(teams.body.data).toMatchObject([{ id: 'dev', component: { label: 'dev', description: 'Develops' } }, {}]);
  });

  /** Sends a task and waits for a frame of a type. */
  async function converse(id: Json | undefined, task: string, type: string): Promise<WebSocket> {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/ws/runs/${id}`, { headers: page });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'start', task }));
    await frameOf(socket, (frame) => frame.type === type);
    return socket;
  }
});

describe.each(['web-main', 'web-dev'])('the requests of the Loom client %s, as recorded', (client) => {
  const lines = readFileSync(new URL(`loom/${client}-client-requests.recorded.ndjson`, fixtures), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject & { id: string; type: string });

  it('are all answered', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/loom/ws`);
    await once(socket, 'open');
    let workspace: Json = null;
    const answers = new Map<JsonObject, JsonObject>();
    for (const request of lines) {
      // The server of the recording chose the workspace's id, this one chooses its own.
      const sent = { ...request, ...('workspace_id' in request && { workspace_id: workspace }) };
      const answered = frameOf(socket, (frame) => isAnswer(request, frame));
      socket.send(JSON.stringify(sent));
      const answer = await answered;
      answers.set(request, answer);
      if (request.type === 'workspace_create') workspace = answer.workspace_id ?? null;
    }
    socket.close();

    const told = (type: string) => [...answers].filter(([request]) => request.type === type).map(([, it]) => it);
    const thread = lines.find(({ type }) => type === 'run')?.thread_id;
    expect(told('list_models')).toMatchObject([{ models: [{ id: 'built-in' }] }, {}]);
    expect(told('agent_list')[0]).toMatchObject({
      agents: [{ name: 'dev', description: 'Develops' }, { name: 'script' }],
    });
    expect(told('workspace_list')[0]?.workspaces).toContainEqual(
      expect.objectContaining({ id: workspace, name: 'lab' }),
    );
    expect(told('workspace_thread_add')).toMatchObject([{ workspace_id: workspace, thread_id: thread }]);
    expect(told('workspace_thread_list')).toMatchObject([
      { workspace_id: workspace, threads: [{ thread_id: thread }] },
    ]);
    expect(told('user_messages')[0]).toMatchObject({
      thread_id: thread,
      messages: ['hello', 'said hello', 'tool', 'said tool'].map((content) => ({ content })),
    });
    expect(told('cancel_run')).toMatchObject([{ run_id: lines.find(({ message }) => message === 'slow')?.id }]);
    expect(told('tool_show')).toMatchObject([{ type: 'error', code: 'NOT_FOUND' }]);
  });

  /** A run is answered by its end; the slow one by its first frame, since it is cancelled then. */
  function isAnswer({ id, type, message }: JsonObject, frame: JsonObject): boolean {
    if (frame.id !== id) return false;
    return type !== 'run' || message === 'slow' || ['run_end', 'error'].includes(String(frame.type));
  }
});

describe('threads of a Loom client', () => {
  it('are called what the client called them, and leave no session behind in vain', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/loom/ws`);
    await once(socket, 'open');
    const ask = async (request: JsonObject) => {
      const id = `q${Math.random()}`;
      const answered = frameOf(socket, (frame) => frame.id === id);
      socket.send(JSON.stringify({ ...request, id }));
      return answered;
    };
    const begun = Date.now();
    const { workspace_id } = await ask({ type: 'workspace_create', name: 'w' });
    const before = await call<{ sessions: unknown[] }>('GET /v1/sessions?limit=499');
    const nowhere = await ask({ type: 'workspace_thread_add', workspace_id: 'nowhere', thread_id: 'lost' });
    expect(nowhere).toMatchObject({ type: 'error', code: 'NOT_FOUND' });
    expect((await call<{ sessions: unknown[] }>('GET /v1/sessions?limit=499')).body).toEqual(before.body);
    await ask({ type: 'workspace_thread_add', workspace_id: workspace_id ?? '', thread_id: 'my thread / 我的' });
    const listed = await ask({ type: 'workspace_thread_list', workspace_id: workspace_id ?? '' });
    expect(listed.threads).toMatchObject([{ thread_id: 'my thread / 我的' }]);
    const [thread] = listed.threads as { created_at_ms: number }[];
    expect(thread?.created_at_ms).toBeGreaterThanOrEqual(begun);
    await ask({ type: 'workspace_rename', workspace_id: workspace_id ?? '', name: 'v' });
    await ask({ type: 'workspace_thread_remove', workspace_id: workspace_id ?? '', thread_id: 'my thread / 我的' });
    expect((await ask({ type: 'workspace_thread_list', workspace_id: workspace_id ?? '' })).threads).toEqual([]);
    expect(await ask({ type: 'set_model', model_id: 'built-in', session_id: 'my thread / 我的' })).toMatchObject({
      model_id: 'built-in',
    });
    const ended = frameOf(socket, ({ type }) => type === 'run_end');
    socket.send(JSON.stringify({ type: 'run', id: 'with-model', message: 'hi', thread_id: 'my thread / 我的' }));
    await ended;
    expect((await call('GET /v1/runs/with-model')).body).toMatchObject({ model: 'built-in', agent: 'dev' });

    expect(await ask({ type: 'set_model', model_id: 'none' })).toMatchObject({ type: 'error', code: 'NOT_FOUND' });
    const modelOf = async (run: string) => {
      const over = frameOf(socket, ({ type }) => type === 'run_end');
      socket.send(JSON.stringify({ type: 'run', id: run, message: 'hi', thread_id: `thread of ${run}` }));
      await over;
      return (await call<{ model?: string }>(`GET /v1/runs/${run}`)).body.model;
    };
    expect(await modelOf('before-any-choice')).toBeUndefined();
    expect(await ask({ type: 'set_model', model_id: 'built-in' })).toMatchObject({ success: true });
    expect(await modelOf('after-a-choice-for-all')).toBe('built-in');
    socket.close();
  });
});

describe('the requests of the OneDragon front end, as recorded', () => {
  // Recorded from the front end against a mock server, which called its session fakeSession1.
  const requests = readFileSync(new URL('onedragon/frontend-requests.recorded.txt', fixtures), 'utf8')
    .trim()
    .split('\n');

  it('are all answered', async () => {
    let session = '';
    for (const line of requests) {
      const [, method = '', path = '', body = ''] = /^(\S+) (\S+) ?(.*)$/.exec(line) ?? [];
      const response = await fetch(`${server.url}${path}`, {
        method,
        ...(body !== '' && {
          body: body.replace('fakeSession1', session),
          headers: { 'content-type': 'application/json' },
        }),
      });
      expect([line, response.status]).toEqual([line, 200]);
      const text = await response.text();
      if (path === '/chat/stream') {
        const frames = sseReader({ maxChars: 1e6 })
          .push(Buffer.from(text))
          .frames.map(({ data }) => JSON.parse(data));
        session ||= String(frames.find(({ session_id }) => session_id !== undefined)?.session_id);
        expect(frames.at(-1)).toMatchObject({ type: 'response_completed' });
      } else if (path.startsWith('/api/models/')) {
        expect(JSON.stringify(JSON.parse(text))).toContain('built-in');
      } else {
        expect(JSON.parse(text)).toMatchObject({
          session_id: session,
          analyse_id: 1,
          result: { echarts_list: options },
        });
      }
    }
    expect(session).not.toBe('');
  });
});

it('tells that it is well', async () => {
  expect(await call('GET /api/v1/health')).toEqual({ status: 200, body: { status: 'ok' } });
});

it.each(bodiless)(
  '$endpoint.method $endpoint.path of $dialect needs no body to name its type',
  async ({ endpoint }) => {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, '999999');
    const statusOf = async (headers: Record<string, string>) =>
      (await plainly(server.url, path, { method: endpoint.method, headers })).status;
    // Front ends send one and the same header with all their requests.
    expect(await statusOf({ 'content-type': 'application/json' })).toBe(await statusOf({}));
  },
);

/** The first frame from now on that is meant. */
function frameOf(socket: WebSocket, found: (frame: JsonObject) => boolean): Promise<JsonObject> {
  return new Promise((resolve, reject) => {
    const seen: string[] = [];
    const close = (code: number) => reject(new Error(`closed (${code}) after ${seen.at(-1)}`));
    socket.on('message', function take(data) {
      seen.push(data.toString());
      const frame = JSON.parse(data.toString()) as JsonObject;
      if (!found(frame)) return;
      socket.off('message', take);
      socket.off('close', close);
      resolve(frame);
    });
    socket.on('close', close);
  });
}
