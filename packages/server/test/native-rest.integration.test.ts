import { describe, expect, it } from 'vitest';
import { api } from './support/api.ts';
import { isEnd, planner, script, typesOf } from './support/native.ts';
import { serverForAll } from './support/open-server.ts';
import { scriptAgent } from './support/script-agent.ts';
import { testServer } from './support/server.ts';

const { server, native } = serverForAll({}, { agents: [scriptAgent, planner] });

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
    const session = await native.newSession();
    const first = await native.start(session, 'first', 'run.finished');
    await native.start(session, 'second', 'run.finished');
    const { body } = await native.call<{ last: number }>(`GET /v1/runs/${first}`);
    expect((await native.call(`POST /v1/sessions/${session}/rewind`, { toSeq: body.last })).status).toBe(200);
    const said = await native.call<{ messages: { text: string }[] }>(`GET /v1/sessions/${session}/messages`);
    expect(said.body.messages.map(({ text }) => text)).toEqual(['first', 'first']);
    expect((await native.call(`POST /v1/sessions/${session}/rewind`, { toSeq: 9999 })).status).toBe(422);
  });

  it('edits and tries again: the new line is told, the old one stays as a branch', async () => {
    const session = await native.newSession();
    const before = await native.start(session, 'kept', 'run.finished');
    const wrong = await native.start(session, 'wrogn', 'run.finished');
    const { body } = await native.call<{ last: number }>(`GET /v1/runs/${before}`);
    expect((await native.call(`POST /v1/sessions/${session}/rewind`, { toSeq: body.last })).status).toBe(200);
    const right = await native.start(session, 'right', 'run.finished');
    const said = await native.call<{ messages: { text: string }[] }>(`GET /v1/sessions/${session}/messages`);
    expect(said.body.messages.map(({ text }) => text)).toEqual(['kept', 'kept', 'right', 'right']);
    const runs = await native.call<{ runs: { id: string; takenBack: boolean }[] }>(`GET /v1/sessions/${session}/runs`);
    expect(runs.body.runs.map(({ id, takenBack }) => [id, takenBack])).toEqual([
      [before, false],
      [wrong, true],
      [right, false],
    ]);
    const events = await native.sessionEvents(session, (event) => isEnd(event) && event.runId === right);
    expect(typesOf(events)).toContain('history.rewound');
    expect(events.filter(({ runId }) => runId === wrong).length).toBeGreaterThan(2);
  });

  it('takes no line back under a run, and says so', async () => {
    const session = await native.newSession();
    const run = await native.start(session, script({ ask: 'Well?' }), 'input.requested');
    const refused = await native.call(`POST /v1/sessions/${session}/rewind`, { toSeq: 0 });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'BUSY' } } });
    await native.call(`POST /v1/runs/${run}/stop`);
    expect((await native.call(`POST /v1/sessions/${session}/rewind`, { toSeq: 0 })).status).toBe(200);
    expect((await native.call<{ messages: object[] }>(`GET /v1/sessions/${session}/messages`)).body.messages).toEqual(
      [],
    );
  });

  it('names a session after what was first said in it, until somebody names it', async () => {
    const session = await native.newSession();
    const title = async () => (await native.call<{ title: string }>(`GET /v1/sessions/${session}`)).body.title;
    expect(await title()).toBe('');
    await native.start(session, '帮我写一份关于可再生能源的报告', 'run.finished');
    expect(await title()).toBe('帮我写一份关于可再生能源的报告');
    await native.start(session, 'Something else', 'run.finished');
    expect(await title()).toBe('帮我写一份关于可再生能源的报告');
    await native.call(`PATCH /v1/sessions/${session}`, { title: 'Report' });
    await native.start(session, 'More', 'run.finished');
    expect(await title()).toBe('Report');
  });

  it('leads through what was found page by page, and finds nothing of what was removed', async () => {
    const word = 'xylophone';
    const sessions = [await native.newSession(), await native.newSession()];
    for (const session of sessions) await native.start(session, `a ${word} here`, 'run.finished');
    interface Hits {
      hits: { session: string; seq: number; snippet: { text: string; marks: [number, number][] } }[];
      next?: string;
    }
    const found: Hits['hits'] = [];
    let after = '';
    do {
      const { body } = await native.call<Hits>(`GET /v1/search?q=${word}&limit=1${after}`);
      found.push(...body.hits);
      after = body.next === undefined ? '' : `&after=${encodeURIComponent(body.next)}`;
    } while (after !== '');
    expect(found).toHaveLength(4);
    expect(new Set(found.map(({ session, seq }) => `${session} ${seq}`)).size).toBe(4);
    for (const { snippet } of found) {
      expect(snippet.marks.map(([from, to]) => snippet.text.slice(from, to))).toEqual([word]);
    }
    await native.call(`DELETE /v1/sessions/${sessions[0]}`);
    const { body } = await native.call<Hits>(`GET /v1/search?q=${word}`);
    expect(body.hits.map(({ session }) => session)).toEqual([sessions[1], sessions[1]]);
    expect((await native.call<Hits>(`GET /v1/search?q=${encodeURIComponent('"()*:^')}`)).body.hits).toEqual([]);
  });

  it('finds messages, also by Chinese words of two characters', async () => {
    const session = await native.newSession();
    await native.start(session, '明天北京的天气怎么样', 'run.finished');
    const { body } = await native.call<{ hits: object[] }>(`GET /v1/search?q=${encodeURIComponent('天气')}`);
    expect(body.hits).toMatchObject([
      { session, role: 'assistant' },
      { session, role: 'user' },
    ]);
    expect((await native.call('GET /v1/search')).status).toBe(422);
  });

  it('reads messages upwards', async () => {
    const session = await native.newSession();
    for (const input of ['one', 'two', 'three']) await native.start(session, input, 'run.finished');
    interface Page {
      messages: { text: string; seq: number }[];
      hasMore: boolean;
    }
    const latest = (await native.call<Page>(`GET /v1/sessions/${session}/messages?limit=2`)).body;
    expect(latest.hasMore).toBe(true);
    const before = latest.messages[0]?.seq;
    const earlier = (await native.call<Page>(`GET /v1/sessions/${session}/messages?limit=4&before=${before}`)).body;
    expect(earlier.hasMore).toBe(false);
    expect([...earlier.messages, ...latest.messages].map(({ text }) => text)).toEqual(
      ['one', 'two', 'three'].flatMap((text) => [text, text]),
    );
  });

  it('lists what there is', async () => {
    const agents = await native.call<{ agents: { id: string }[] }>('GET /v1/agents');
    expect(agents.body.agents.map(({ id }) => id)).toEqual(['script', 'planner']);
    expect((await native.call('GET /v1/models')).body).toMatchObject({ models: [{ id: 'built-in', active: true }] });
    expect((await native.call('GET /v1/tools')).body).toEqual({ tools: expect.any(Array) });
    expect((await native.call('GET /v1/analyses/1')).status).toBe(404);
    expect((await native.call('GET /v1/analyses/x')).status).toBe(404);
  });

  it('keeps settings', async () => {
    expect((await native.call('PATCH /v1/settings', { theme: 'dark', a: { b: 1, c: 2 } })).body).toMatchObject({
      a: { b: 1 },
    });
    await native.call('PATCH /v1/settings', { a: { b: null } });
    expect((await native.call('GET /v1/settings')).body).toEqual({ theme: 'dark', a: { c: 2 } });
  });

  it('describes itself', async () => {
    const { status, body } = await native.call<{ servers: object[]; paths: object }>('GET /openapi.json');
    expect(status).toBe(200);
    expect(body.servers).toEqual([{ url: server.url }]);
    expect(Object.keys(body.paths)).toContain('/v1/runs/{run}/inputs/{input}');
  });

  it('says what is wrong in one shape', async () => {
    const session = await native.newSession();
    await native.start(session, script({ ask: 'Go on?' }), 'input.requested');
    const { body: queued } = await native.call<{ id: string }>(`POST /v1/sessions/${session}/runs`, { input: 'next' });
    const wrong: readonly (readonly [request: string, body: unknown, status: number, code: string])[] = [
      ['GET /v1/sessions/nowhere', undefined, 404, 'NOT_FOUND'],
      ['GET /v1/runs/nowhere', undefined, 404, 'NOT_FOUND'],
      ['POST /v1/runs/nowhere/stop', undefined, 404, 'NOT_FOUND'],
      ['POST /v1/sessions/nowhere/runs', { input: 'x' }, 404, 'NOT_FOUND'],
      [`POST /v1/sessions/${session}/runs`, { input: 7 }, 422, 'INVALID'],
      [`POST /v1/sessions/${session}/runs`, { input: ' \n', attachments: [] }, 422, 'INVALID'],
      [`POST /v1/sessions/${session}/runs`, { input: 'x', agent: 'nobody' }, 404, 'NOT_FOUND'],
      [`POST /v1/sessions/${session}/todos/l/a`, { status: 'half' }, 422, 'INVALID'],
      [`GET /v1/sessions/${session}/messages?limit=x`, undefined, 422, 'INVALID'],
      [`POST /v1/runs/${queued.id}/pause`, undefined, 409, 'CONFLICT'],
    ];
    for (const [request, body, status, code] of wrong) {
      const { status: told, body: says } = await native.call(request, body);
      expect([request, told, says]).toEqual([request, status, { error: { code, message: IN_BOTH } }]);
    }
    const broken = await fetch(`${server.url}/v1/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect([broken.status, await broken.json()]).toEqual([400, { error: { code: 'INVALID', message: IN_BOTH } }]);
  });
});

/** English and Chinese. */
const IN_BOTH = expect.stringMatching(/^[^\p{Script=Han}]+\. \/ [^/]*\p{Script=Han}[^/]*。$/u);
