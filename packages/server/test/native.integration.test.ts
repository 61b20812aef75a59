import type { RunEvent } from '@polywire/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Agent } from '../src/index.ts';
import { api, linesUntil } from './support/api.ts';
import { type Scene, scriptAgent } from './support/script-agent.ts';
import { type TestServer, testServer } from './support/server.ts';

/** Makes a checklist and a plan, asks about the plan, and says what people changed meanwhile. */
const planner: Agent = {
  name: 'planner',
  async run({ emit, ask, runId, newId, edits, step }) {
    const items = [
      { id: 'a', text: 'Look', status: 'pending' } as const,
      { id: 'b', text: 'Leap', status: 'pending' } as const,
    ];
    emit({ type: 'todo.list', listId: 'l', title: 'Work', items });
    emit({ type: 'plan.proposed', planId: 'p', task: 'Fly', summary: 'In two steps', steps: [{ title: 'Run' }] });
    await ask({ inputId: `${runId}.plan`, kind: 'plan', planId: 'p', prompt: 'Is it good?' });
    await step('tell', async () => {
      const messageId = newId('m');
      emit({ type: 'text.delta', messageId, delta: JSON.stringify(edits()) });
      emit({ type: 'message.completed', messageId });
      return true;
    });
    return undefined;
  },
};

let server: TestServer;
let call: ReturnType<typeof api>;
beforeAll(async () => {
  server = await testServer({}, { agents: [scriptAgent, planner] });
  call = api(server.url);
});
afterAll(() => server.close());

const script = (...scenes: Scene[]) => JSON.stringify(scenes);

async function newSession(): Promise<string> {
  const { body } = await call<{ id: string }>('POST /v1/sessions', {});
  return body.id;
}

/** Starts a run and waits for `type`, by way of the session's events. */
async function start(session: string, input: string, type: RunEvent['type'], more: object = {}): Promise<string> {
  const { body } = await call<{ id: string }>(`POST /v1/sessions/${session}/runs`, { input, ...more });
  await runEvents(body.id, (event) => event.type === type);
  return body.id;
}

async function runEvents(run: string, found?: (event: RunEvent) => boolean): Promise<RunEvent[]> {
  const { lines } = await linesUntil(
    `${server.url}/v1/runs/${run}/events`,
    { accept: 'application/x-ndjson' },
    found && ((line) => found(JSON.parse(line))),
  );
  return lines.map((line) => JSON.parse(line));
}

async function sessionEvents(session: string, found: (event: RunEvent) => boolean, query = ''): Promise<RunEvent[]> {
  const { lines } = await linesUntil(
    `${server.url}/v1/sessions/${session}/events${query}`,
    { accept: 'application/x-ndjson' },
    (line) => found(JSON.parse(line)),
  );
  return lines.map((line) => JSON.parse(line));
}

const types = (events: readonly RunEvent[]) => events.map(({ type }) => type);
const isEnd = ({ type }: RunEvent) => type === 'run.finished';

describe('sessions', () => {
  it('are made, read, changed, listed and removed', async () => {
    const made = await call<{ id: string }>('POST /v1/sessions', {
      title: 'Trip 旅行',
      settings: { a: 1, b: { c: 2 } },
    });
    expect(made).toMatchObject({ status: 201, body: { title: 'Trip 旅行', settings: { a: 1, b: { c: 2 } } } });
    const path = `/v1/sessions/${made.body.id}`;
    expect(await call(`GET ${path}`)).toEqual({ status: 200, body: made.body });

    const changed = await call(`PATCH ${path}`, { title: 'Journey', model: 'm', settings: { b: { c: null, d: 3 } } });
    expect(changed).toMatchObject({
      status: 200,
      body: { title: 'Journey', model: 'm', settings: { a: 1, b: { d: 3 } } },
    });
    expect((await call(`GET ${path}`)).body).toEqual(changed.body);

    const found = await call<{ sessions: { id: string }[] }>('GET /v1/sessions?q=journey');
    expect(found.body.sessions).toEqual([changed.body]);

    expect(await call(`DELETE ${path}`)).toEqual({ status: 204, body: undefined });
    expect((await call(`GET ${path}`)).status).toBe(404);
    expect((await call(`DELETE ${path}`)).status).toBe(404);
  });

  it('are listed page by page, each once', async () => {
    const made = new Set([await newSession(), await newSession(), await newSession()]);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const query: string = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
      const { body } = await call<{ sessions: { id: string }[]; next?: string }>(`GET /v1/sessions?limit=2${query}`);
      expect(body.sessions.length).toBeLessThanOrEqual(2);
      seen.push(...body.sessions.map(({ id }) => id));
      after = body.next;
    } while (after !== undefined);
    expect(new Set(seen).size).toBe(seen.length);
    expect([...made].filter((id) => !seen.includes(id))).toEqual([]);
  });

  it('tell those who watch when they are removed', async () => {
    const session = await newSession();
    await start(session, 'hello', 'run.finished');
    const watching = linesUntil(`${server.url}/v1/sessions/${session}/events`, {}, (line) => {
      if (line.includes('run.finished')) void call(`DELETE /v1/sessions/${session}`);
      return false;
    });
    expect((await watching).isWhole).toBe(true);
  });
});

describe('runs', () => {
  it('start with a message, and tell how they ended', async () => {
    const session = await newSession();
    const attachments = [{ name: 'a.txt', mediaType: 'text/plain', url: 'https://example.org/a.txt' }];
    const started = await call<{ id: string }>(`POST /v1/sessions/${session}/runs`, {
      input: '你好',
      agent: 'script',
      model: 'm1',
      ref: 'r-1',
      attachments,
    });
    expect(started).toEqual({ status: 201, body: { id: expect.stringMatching(/^run_/), session, ref: 'r-1' } });
    const events = await runEvents(started.body.id);
    expect(types(events)).toEqual([
      'run.started',
      'message.started',
      'text.delta',
      'message.completed',
      'checkpoint',
      'run.finished',
    ]);

    const run = await call(`GET /v1/runs/${started.body.id}`);
    expect(run).toMatchObject({
      status: 200,
      body: {
        id: started.body.id,
        session,
        status: 'complete',
        input: '你好',
        agent: 'script',
        model: 'm1',
        inputs: [],
      },
    });
    expect((await call<{ runs: unknown[] }>(`GET /v1/sessions/${session}/runs`)).body).toMatchObject({
      runs: [{ id: started.body.id, session }],
      hasMore: false,
    });
    const { body } = await call(`GET /v1/sessions/${session}/messages`);
    expect(body).toMatchObject({
      id: session,
      hasMore: false,
      messages: [
        { role: 'user', text: '你好', files: attachments },
        { role: 'assistant', text: '你好', run: started.body.id },
      ],
    });
  });

  it('are answered by whom the session chose, unless the message says otherwise', async () => {
    const session = await newSession();
    await call(`PATCH /v1/sessions/${session}`, { agent: 'planner', model: 'm2' });
    const chosen = await start(session, 'plan', 'input.requested');
    expect((await call(`GET /v1/runs/${chosen}`)).body).toMatchObject({ agent: 'planner', model: 'm2' });
    await call(`POST /v1/runs/${chosen}/stop`);
    const other = await start(session, 'hi', 'run.finished', { agent: 'script', model: 'm3' });
    expect((await call(`GET /v1/runs/${other}`)).body).toMatchObject({ agent: 'script', model: 'm3' });
  });

  it('answer a message once, however often it is sent', async () => {
    const session = await newSession();
    const message = { input: 'once', ref: 'same' };
    const first = await call<{ id: string }>(`POST /v1/sessions/${session}/runs`, message);
    await runEvents(first.body.id);
    expect(await call(`POST /v1/sessions/${session}/runs`, message)).toEqual(first);
    const other = await newSession();
    const elsewhere = await call<{ id: string }>(`POST /v1/sessions/${other}/runs`, message);
    expect(elsewhere.body.id).not.toBe(first.body.id);
    await runEvents(elsewhere.body.id);
    expect(await call(`POST /v1/sessions/${session}/runs`, message)).toEqual(first);
    expect((await call<{ runs: unknown[] }>(`GET /v1/sessions/${session}/runs`)).body.runs).toHaveLength(1);
  });

  it('wait their turn', async () => {
    const session = await newSession();
    const first = await start(session, script({ ask: 'Go on?' }), 'input.requested');
    const second = await call<{ ref: string }>(`POST /v1/sessions/${session}/runs`, { input: 'next' });
    expect(second).toEqual({ status: 201, body: { session, ref: expect.any(String), queued: true } });
    const { ref } = second.body;
    expect((await call(`GET /v1/runs/${ref}`)).body).toEqual({ session, ref, status: 'queued' });
    await call(`POST /v1/runs/${first}/stop`);
    const events = await sessionEvents(session, (event) => event.type === 'run.finished' && event.runId !== first);
    const run = events.at(-1)?.runId;
    expect((await call(`GET /v1/runs/${ref}`)).body).toMatchObject({ id: run, ref, status: 'complete' });
  });

  it('pause at a safe point, go on, and stop', async () => {
    const session = await newSession();
    const run = await start(session, script({ ask: 'Ready?' }), 'input.requested');
    expect(await call(`POST /v1/runs/${run}/pause`)).toEqual({ status: 200, body: { runId: run } });
    expect((await call(`GET /v1/runs/${run}`)).body.status).toBe('paused');
    expect(await call(`POST /v1/runs/${run}/resume`)).toEqual({ status: 200, body: { runId: run } });
    expect(await call(`POST /v1/runs/${run}/stop`, {})).toEqual({ status: 200, body: { runId: run } });
    expect((await call(`GET /v1/runs/${run}`)).body.status).toBe('stopped');
  });

  it('show their open questions, and take the first answer', async () => {
    const session = await newSession();
    const input = script({ tool: 'write', args: { path: 'a' }, approve: true });
    const run = await start(session, input, 'input.requested');
    const { body } = await call<{ inputs: { inputId: string }[] }>(`GET /v1/runs/${run}`);
    expect(body.inputs).toMatchObject([{ kind: 'approval', name: 'write', args: { path: 'a' } }]);
    const path = `/v1/runs/${run}/inputs/${encodeURIComponent(body.inputs[0]?.inputId ?? '')}`;

    expect(await call(`POST ${path}`, { decision: 'reply', text: 'hm' })).toMatchObject({ status: 409 });
    expect(await call(`POST ${path}`, { decision: 'approve', args: { path: 'b' } })).toMatchObject({ status: 200 });
    const events = await runEvents(run);
    expect(events.find(({ type }) => type === 'tool.finished')).toMatchObject({ result: { done: 'write', path: 'b' } });
    const late = await call(`POST ${path}`, { decision: 'reject' });
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'ALREADY_DECIDED' } } });
  });
});

describe('checklists and plans', () => {
  it('are changed by people, for all who watch and for the agent', async () => {
    const session = await newSession();
    const run = await start(session, 'plan', 'input.requested', { agent: 'planner' });
    const item = await call<{ seq: number }>(`POST /v1/sessions/${session}/todos/l/b`, { status: 'completed' });
    const plan = await call<{ seq: number }>(`PUT /v1/sessions/${session}/plans/p`, { steps: [{ title: 'Jump' }] });
    expect([item.status, plan.status]).toEqual([200, 200]);
    await call(`POST /v1/runs/${run}/inputs/${run}.plan`, { decision: 'approve' });

    const events = await runEvents(run);
    const edited = { type: 'todo.item', listId: 'l', itemId: 'b', index: 1, text: 'Leap', status: 'completed' };
    const replanned = {
      type: 'plan.edited',
      planId: 'p',
      task: 'Fly',
      summary: 'In two steps',
      steps: [{ title: 'Jump' }],
    };
    expect(events.find(({ seq }) => seq === item.body.seq)).toMatchObject({ ...edited, by: 'local' });
    expect(events.find(({ seq }) => seq === plan.body.seq)).toMatchObject({ ...replanned, by: 'local' });
    const told = events.find(({ type }) => type === 'text.delta') as { delta: string } | undefined;
    expect(JSON.parse(told?.delta ?? '')).toMatchObject([edited, replanned]);
  });

  it('are changed after the run, also when the server was started again', async () => {
    let own = await testServer({}, { agents: [planner] });
    try {
      let ask = api(own.url);
      const { body } = await ask<{ id: string }>('POST /v1/sessions', {});
      const { body: run } = await ask<{ id: string }>(`POST /v1/sessions/${body.id}/runs`, { input: 'plan' });
      await ask(`POST /v1/runs/${run.id}/stop`);
      own = await own.restart();
      ask = api(own.url);
      const changed = await ask<{ seq: number }>(`POST /v1/sessions/${body.id}/todos/l/a`, { status: 'in_progress' });
      expect(changed.status).toBe(200);
      const { lines } = await linesUntil(
        `${own.url}/v1/sessions/${body.id}/events?after=${changed.body.seq - 1}.99`,
        { accept: 'application/x-ndjson' },
        () => true,
      );
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ type: 'todo.item', itemId: 'a', index: 0, text: 'Look' });
      expect(JSON.parse(lines[0] ?? '')).not.toHaveProperty('runId');
    } finally {
      await own.close();
    }
  });

  it('are not found where they are not, or not any more', async () => {
    const session = await newSession();
    const run = await start(session, 'plan', 'input.requested', { agent: 'planner' });
    await call(`POST /v1/runs/${run}/stop`);
    const gone = { status: 404, body: { error: { code: 'NOT_FOUND' } } };
    expect(await call(`POST /v1/sessions/${session}/todos/l/c`, { status: 'completed' })).toMatchObject(gone);
    expect(await call(`POST /v1/sessions/${session}/todos/x/a`, { status: 'completed' })).toMatchObject(gone);
    expect(await call(`PUT /v1/sessions/${session}/plans/x`, { steps: [] })).toMatchObject(gone);
    expect((await call(`POST /v1/sessions/${session}/rewind`, { toSeq: 1 })).status).toBe(200);
    expect(await call(`POST /v1/sessions/${session}/todos/l/a`, { status: 'completed' })).toMatchObject(gone);
    expect(await call(`PUT /v1/sessions/${session}/plans/p`, { steps: [] })).toMatchObject(gone);
  });
});

describe('streams', () => {
  const says = script({ say: 'a', times: 5 }, { say: 'b' });

  it('of a run have its events alone, in every framing, to its end', async () => {
    const session = await newSession();
    await start(session, 'before', 'run.finished');
    const run = await start(session, script({ say: 'a', times: 5 }, { ask: 'Go on?' }), 'input.requested');
    const live = runEvents(run);
    await call(`POST /v1/sessions/${session}/runs`, { input: 'after' });
    await call(`POST /v1/runs/${run}/inputs/${run}.s1`, { decision: 'reply', text: 'yes' });
    const all = await sessionEvents(session, (event) => isEnd(event) && event.seq > 30);
    const own = all.filter(({ runId }) => runId === run);
    const between = all.filter(({ seq, runId }) => seq > (own[0]?.seq ?? 0) && runId === undefined);
    expect(types(between)).toEqual(['message.accepted']);

    expect(await live).toEqual(own);
    expect(await runEvents(run)).toEqual(own);
    const sse = await linesUntil(`${server.url}/v1/runs/${run}/events`, { accept: 'text/event-stream' });
    expect(dataOf(sse.lines)).toEqual(own);
    expect(await socketData(`/v1/runs/${run}/events`)).toEqual([{ type: 'session', id: session }, ...own]);
  });

  it('go on exactly after the last id', async () => {
    const session = await newSession();
    const run = await start(session, says, 'run.finished');
    for (const path of [`/v1/runs/${run}/events`, `/v1/sessions/${session}/events`]) {
      const whole = await linesUntil(`${server.url}${path}`, {}, (line) => line.includes('"run.finished"'));
      const ids = whole.lines.filter((line) => line.startsWith('id:')).map((line) => line.slice(3).trim());
      const data = dataOf(whole.lines);
      expect(data.map(({ seq }) => `${seq}.0`)).toEqual(ids);
      for (const [i, id] of ids.slice(0, -1).entries()) {
        const isLast = (line: string) => line.includes('"run.finished"');
        const rest = await linesUntil(`${server.url}${path}`, { 'last-event-id': id }, isLast);
        expect(dataOf(rest.lines)).toEqual(data.slice(i + 1));
        const lines = await linesUntil(`${server.url}${path}?after=${id}`, { accept: 'application/x-ndjson' }, isLast);
        expect(lines.lines.map((line) => JSON.parse(line))).toEqual(data.slice(i + 1));
      }
    }
  });

  it('of a run that is over and was seen say so, and an EventSource stays away', async () => {
    const session = await newSession();
    const run = await start(session, 'hi', 'run.finished');
    const { body } = await call<{ last: number }>(`GET /v1/runs/${run}`);
    const seen = await linesUntil(`${server.url}/v1/runs/${run}/events`, { 'last-event-id': `${body.last}.0` });
    expect(seen).toEqual({ status: 204, lines: [], isWhole: true });
  });

  it('refuse what is not there, and cursors that are none', async () => {
    const session = await newSession();
    const run = await start(session, script({ ask: '?' }), 'input.requested');
    const status = async (path: string) => (await call(`GET ${path}`)).status;
    expect(await status('/v1/sessions/nowhere/events')).toBe(404);
    expect(await status('/v1/runs/nowhere/events')).toBe(404);
    expect(await status(`/v1/sessions/${session}/events?after=x`)).toBe(422);
    expect(await status(`/v1/sessions/${session}/events?after=999999`)).toBe(422);
    expect(await status(`/v1/runs/${run}/events?after=x`)).toBe(422);
    expect(await status(`/v1/runs/${run}/events?after=999999`)).toBe(422);
    await call(`POST /v1/runs/${run}/stop`);
  });

  it('of a run take no messages', async () => {
    const session = await newSession();
    const run = await start(session, script({ ask: '?' }), 'input.requested');
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/runs/${run}/events`);
    const answer = new Promise<object>((resolve) => {
      socket.on('message', (data) => {
        const frame = JSON.parse(data.toString());
        if (frame.type === 'answer') resolve(frame);
      });
    });
    socket.on('open', () => socket.send('{"type":"message.send","text":"no"}'));
    expect(await answer).toMatchObject({ ok: false, error: { code: 'NOT_ALLOWED' } });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await call(`POST /v1/runs/${run}/stop`);
    expect(await closed).toBe(1000);
  });

  it('are told again in any dialect', async () => {
    const session = await newSession();
    await start(session, says, 'run.finished');
    const nexus = await linesUntil(`${server.url}/v1/sessions/${session}/frames?dialect=nexus`, {});
    const frames = nexus.lines.map((line) => JSON.parse(line));
    expect(frames.at(0)).toMatchObject({ event: 'run_started' });
    expect(frames.at(-1)).toMatchObject({ event: 'run_finished' });
    const own = await linesUntil(`${server.url}/v1/sessions/${session}/frames?dialect=native`, {});
    expect(own.lines.map((line) => JSON.parse(line))).toEqual(await sessionEvents(session, isEnd));
    const restored = await linesUntil(
      `${server.url}/v1/sessions/${session}/frames?dialect=nexus&restore=1&cursor=1`,
      {},
    );
    expect(JSON.parse(restored.lines[0] ?? '')).toHaveProperty('polywire.cursor');
    expect((await call(`GET /v1/sessions/${session}/frames?dialect=klingon`)).status).toBe(404);
    expect((await call(`GET /v1/sessions/${session}/frames`)).status).toBe(422);
    expect((await call(`GET /v1/sessions/${session}/frames?dialect=nexus&variant=loud`)).status).toBe(422);
    expect((await call('GET /v1/sessions/nowhere/frames?dialect=nexus')).status).toBe(404);
  });
});

it('shows nothing to others than its owner: it is as if it were not there', async () => {
  const tokens = { ann: 'a'.repeat(32), bob: 'b'.repeat(32) };
  const own = await testServer({ tokens }, { agents: [planner] });
  try {
    const ann = api(own.url, { authorization: `Bearer ${tokens.ann}` });
    const bob = api(own.url, { authorization: `Bearer ${tokens.bob}` });
    const { body } = await ann<{ id: string }>('POST /v1/sessions', { title: 'Secret' });
    const { body: run } = await ann<{ id: string }>(`POST /v1/sessions/${body.id}/runs`, {
      input: 'plan',
      ref: 'mine',
    });
    const requests: readonly (readonly [request: string, body?: object])[] = [
      [`GET /v1/sessions/${body.id}`],
      [`PATCH /v1/sessions/${body.id}`, { title: 'x' }],
      [`DELETE /v1/sessions/${body.id}`],
      [`GET /v1/sessions/${body.id}/events`],
      [`GET /v1/sessions/${body.id}/frames?dialect=native`],
      [`GET /v1/sessions/${body.id}/messages`],
      [`GET /v1/sessions/${body.id}/runs`],
      [`POST /v1/sessions/${body.id}/runs`, { input: 'x' }],
      [`POST /v1/sessions/${body.id}/rewind`, { toSeq: 0 }],
      [`POST /v1/sessions/${body.id}/todos/l/a`, { status: 'completed' }],
      [`PUT /v1/sessions/${body.id}/plans/p`, { steps: [] }],
      [`GET /v1/runs/${run.id}`],
      ['GET /v1/runs/mine'],
      [`GET /v1/runs/${run.id}/events`],
      [`POST /v1/runs/${run.id}/pause`],
      [`POST /v1/runs/${run.id}/stop`],
      [`POST /v1/runs/${run.id}/inputs/${run.id}.plan`, { decision: 'approve' }],
    ];
    for (const [request, sent] of requests)
      expect([request, (await bob(request, sent)).status]).toEqual([request, 404]);
    expect((await bob('GET /v1/sessions')).body).toEqual({ sessions: [] });
    expect((await bob('GET /v1/search?q=plan')).body).toEqual({ hits: [] });
    expect((await ann(`GET /v1/runs/${run.id}`)).body).toMatchObject({ status: 'awaiting_input' });
    expect((await ann('GET /v1/sessions')).body).toMatchObject({ sessions: [{ title: 'Secret' }] });
  } finally {
    await own.close();
  }
});

describe('the rest', () => {
  it('takes the line back, and keeps what was taken back out of the messages', async () => {
    const session = await newSession();
    const first = await start(session, 'first', 'run.finished');
    await start(session, 'second', 'run.finished');
    const { body } = await call<{ last: number }>(`GET /v1/runs/${first}`);
    expect((await call(`POST /v1/sessions/${session}/rewind`, { toSeq: body.last })).status).toBe(200);
    const said = await call<{ messages: { text: string }[] }>(`GET /v1/sessions/${session}/messages`);
    expect(said.body.messages.map(({ text }) => text)).toEqual(['first', 'first']);
    expect((await call(`POST /v1/sessions/${session}/rewind`, { toSeq: 9999 })).status).toBe(422);
  });

  it('finds messages, also by Chinese words of two characters', async () => {
    const session = await newSession();
    await start(session, '明天北京的天气怎么样', 'run.finished');
    const { body } = await call<{ hits: object[] }>(`GET /v1/search?q=${encodeURIComponent('天气')}`);
    expect(body.hits).toMatchObject([
      { session, role: 'assistant' },
      { session, role: 'user' },
    ]);
    expect((await call('GET /v1/search')).status).toBe(422);
  });

  it('reads messages upwards', async () => {
    const session = await newSession();
    for (const input of ['one', 'two', 'three']) await start(session, input, 'run.finished');
    interface Page {
      messages: { text: string; seq: number }[];
      hasMore: boolean;
    }
    const latest = (await call<Page>(`GET /v1/sessions/${session}/messages?limit=2`)).body;
    expect(latest.hasMore).toBe(true);
    const before = latest.messages[0]?.seq;
    const earlier = (await call<Page>(`GET /v1/sessions/${session}/messages?limit=4&before=${before}`)).body;
    expect(earlier.hasMore).toBe(false);
    expect([...earlier.messages, ...latest.messages].map(({ text }) => text)).toEqual(
      ['one', 'two', 'three'].flatMap((text) => [text, text]),
    );
  });

  it('lists what there is', async () => {
    const agents = await call<{ agents: { id: string }[] }>('GET /v1/agents');
    expect(agents.body.agents.map(({ id }) => id)).toEqual(['script', 'planner']);
    expect((await call('GET /v1/models')).body).toMatchObject({ models: [{ id: 'built-in', active: true }] });
    expect((await call('GET /v1/tools')).body).toEqual({ tools: [] });
    expect((await call('GET /v1/analyses/1')).status).toBe(404);
    expect((await call('GET /v1/analyses/x')).status).toBe(404);
  });

  it('keeps settings', async () => {
    expect((await call('PATCH /v1/settings', { theme: 'dark', a: { b: 1, c: 2 } })).body).toMatchObject({
      a: { b: 1 },
    });
    await call('PATCH /v1/settings', { a: { b: null } });
    expect((await call('GET /v1/settings')).body).toEqual({ theme: 'dark', a: { c: 2 } });
  });

  it('describes itself', async () => {
    const { status, body } = await call<{ servers: object[]; paths: object }>('GET /openapi.json');
    expect(status).toBe(200);
    expect(body.servers).toEqual([{ url: server.url }]);
    expect(Object.keys(body.paths)).toContain('/v1/runs/{run}/inputs/{input}');
  });

  it('says what is wrong in one shape', async () => {
    const session = await newSession();
    const wrong: readonly (readonly [request: string, body: unknown, status: number, code: string])[] = [
      ['GET /v1/sessions/nowhere', undefined, 404, 'NOT_FOUND'],
      ['GET /v1/runs/nowhere', undefined, 404, 'NOT_FOUND'],
      ['POST /v1/runs/nowhere/stop', undefined, 404, 'NOT_FOUND'],
      ['POST /v1/sessions/nowhere/runs', { input: 'x' }, 404, 'NOT_FOUND'],
      [`POST /v1/sessions/${session}/runs`, { input: 7 }, 422, 'INVALID'],
      [`POST /v1/sessions/${session}/runs`, { input: 'x', agent: 'nobody' }, 404, 'NOT_FOUND'],
      [`POST /v1/sessions/${session}/todos/l/a`, { status: 'half' }, 422, 'INVALID'],
      [`GET /v1/sessions/${session}/messages?limit=x`, undefined, 422, 'INVALID'],
    ];
    for (const [request, body, status, code] of wrong) {
      const { status: told, body: says } = await call(request, body);
      expect([request, told, says]).toEqual([request, status, { error: { code, message: expect.any(String) } }]);
    }
    const broken = await fetch(`${server.url}/v1/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect([broken.status, await broken.json()]).toEqual([
      400,
      { error: { code: 'INVALID', message: expect.any(String) } },
    ]);
  });
});

function dataOf(lines: readonly string[]): RunEvent[] {
  return lines.filter((line) => line.startsWith('data:')).map((line) => JSON.parse(line.slice(5)));
}

async function socketData(path: string): Promise<object[]> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`);
  const frames: object[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(data.toString())));
  await new Promise((resolve) => socket.once('close', resolve));
  return frames;
}
