import { describe, expect, it } from 'vitest';
import { planner, script, typesOf } from './support/native.ts';
import { serverForAll } from './support/open-server.ts';
import { scriptAgent } from './support/script-agent.ts';

const { native } = serverForAll({}, { agents: [scriptAgent, planner] });

describe('runs', () => {
  it('start with a message, and tell how they ended', async () => {
    const session = await native.newSession();
    const attachments = [{ name: 'a.txt', mediaType: 'text/plain', url: 'https://example.org/a.txt' }];
    const started = await native.call<{ id: string }>(`POST /v1/sessions/${session}/runs`, {
      input: '你好',
      agent: 'script',
      model: 'm1',
      ref: 'r-1',
      attachments,
    });
    expect(started).toEqual({ status: 201, body: { id: expect.stringMatching(/^run_/), session, ref: 'r-1' } });
    const events = await native.runEvents(started.body.id);
    expect(typesOf(events)).toEqual([
      'run.started',
      'message.started',
      'text.delta',
      'message.completed',
      'checkpoint',
      'run.finished',
    ]);

    const run = await native.call(`GET /v1/runs/${started.body.id}`);
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
    expect((await native.call<{ runs: unknown[] }>(`GET /v1/sessions/${session}/runs`)).body).toMatchObject({
      runs: [{ id: started.body.id, session }],
      hasMore: false,
    });
    const { body } = await native.call(`GET /v1/sessions/${session}/messages`);
    expect(body).toMatchObject({
      id: session,
      hasMore: false,
      messages: [
        { role: 'user', text: '你好', files: attachments },
        { role: 'assistant', text: '你好', run: started.body.id },
      ],
    });
  });

  it('are begun by every message whose reference is empty: that is none', async () => {
    const session = await native.newSession();
    for (const input of ['one', 'two']) await native.start(session, input, 'run.finished', { ref: '' });
    const { body } = await native.call<{ runs: { input: string }[] }>(`GET /v1/sessions/${session}/runs`);
    expect(body.runs.map(({ input }) => input)).toEqual(['one', 'two']);
  });

  it('are answered by whom the session chose, unless the message says otherwise', async () => {
    const session = await native.newSession();
    await native.call(`PATCH /v1/sessions/${session}`, { agent: 'planner', model: 'm2' });
    const chosen = await native.start(session, 'plan', 'input.requested');
    expect((await native.call(`GET /v1/runs/${chosen}`)).body).toMatchObject({ agent: 'planner', model: 'm2' });
    await native.call(`POST /v1/runs/${chosen}/stop`);
    const other = await native.start(session, 'hi', 'run.finished', { agent: 'script', model: 'm3' });
    expect((await native.call(`GET /v1/runs/${other}`)).body).toMatchObject({ agent: 'script', model: 'm3' });
  });

  it('answer a message once, however often it is sent', async () => {
    const session = await native.newSession();
    const message = { input: 'once', ref: 'same' };
    const first = await native.call<{ id: string }>(`POST /v1/sessions/${session}/runs`, message);
    await native.runEvents(first.body.id);
    expect(await native.call(`POST /v1/sessions/${session}/runs`, message)).toEqual(first);
    const other = await native.newSession();
    const elsewhere = await native.call<{ id: string }>(`POST /v1/sessions/${other}/runs`, message);
    expect(elsewhere.body.id).not.toBe(first.body.id);
    await native.runEvents(elsewhere.body.id);
    expect(await native.call(`POST /v1/sessions/${session}/runs`, message)).toEqual(first);
    expect((await native.call<{ runs: unknown[] }>(`GET /v1/sessions/${session}/runs`)).body.runs).toHaveLength(1);
  });

  it('pause at a safe point, go on, and stop', async () => {
    const session = await native.newSession();
    const run = await native.start(session, script({ ask: 'Ready?' }), 'input.requested');
    expect(await native.call(`POST /v1/runs/${run}/pause`)).toEqual({ status: 200, body: { runId: run } });
    expect((await native.call(`GET /v1/runs/${run}`)).body.status).toBe('paused');
    expect(await native.call(`POST /v1/runs/${run}/resume`)).toEqual({ status: 200, body: { runId: run } });
    expect(await native.call(`POST /v1/runs/${run}/stop`, {})).toEqual({ status: 200, body: { runId: run } });
    expect((await native.call(`GET /v1/runs/${run}`)).body.status).toBe('stopped');
  });

  it('show their open questions, and take the first answer', async () => {
    const session = await native.newSession();
    const input = script({ tool: 'write', args: { path: 'a' }, approve: true });
    const run = await native.start(session, input, 'input.requested');
    const { body } = await native.call<{ inputs: { inputId: string }[] }>(`GET /v1/runs/${run}`);
    expect(body.inputs).toMatchObject([{ kind: 'approval', name: 'write', args: { path: 'a' } }]);
    const path = `/v1/runs/${run}/inputs/${encodeURIComponent(body.inputs[0]?.inputId ?? '')}`;

    expect(await native.call(`POST ${path}`, { decision: 'reply', text: 'hm' })).toMatchObject({ status: 409 });
    expect(await native.call(`POST ${path}`, { decision: 'approve', args: { path: 'b' } })).toMatchObject({
      status: 200,
    });
    const events = await native.runEvents(run);
    expect(events.find(({ type }) => type === 'tool.finished')).toMatchObject({ result: { done: 'write', path: 'b' } });
    const late = await native.call(`POST ${path}`, { decision: 'reject' });
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'ALREADY_DECIDED' } } });
  });
});
