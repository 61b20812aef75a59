import { describe, expect, it } from 'vitest';
import { api, linesUntil } from './support/api.ts';
import { planner } from './support/native.ts';
import { serverForAll } from './support/open-server.ts';
import { scriptAgent } from './support/script-agent.ts';
import { testServer } from './support/server.ts';

const { native } = serverForAll({}, { agents: [scriptAgent, planner] });

describe('checklists and plans', () => {
  it('are changed by people, for all who watch and for the agent', async () => {
    const session = await native.newSession();
    const run = await native.start(session, 'plan', 'input.requested', { agent: 'planner' });
    const item = await native.call<{ seq: number }>(`POST /v1/sessions/${session}/todos/l/b`, { status: 'completed' });
    const plan = await native.call<{ seq: number }>(`PUT /v1/sessions/${session}/plans/p`, {
      steps: [{ title: 'Jump' }],
    });
    expect([item.status, plan.status]).toEqual([200, 200]);
    await native.call(`POST /v1/runs/${run}/inputs/${run}.plan`, { decision: 'approve' });

    const events = await native.runEvents(run);
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
    const session = await native.newSession();
    const run = await native.start(session, 'plan', 'input.requested', { agent: 'planner' });
    await native.call(`POST /v1/runs/${run}/stop`);
    const gone = { status: 404, body: { error: { code: 'NOT_FOUND' } } };
    expect(await native.call(`POST /v1/sessions/${session}/todos/l/c`, { status: 'completed' })).toMatchObject(gone);
    expect(await native.call(`POST /v1/sessions/${session}/todos/x/a`, { status: 'completed' })).toMatchObject(gone);
    expect(await native.call(`PUT /v1/sessions/${session}/plans/x`, { steps: [] })).toMatchObject(gone);
    expect((await native.call(`POST /v1/sessions/${session}/rewind`, { toSeq: 1 })).status).toBe(200);
    expect(await native.call(`POST /v1/sessions/${session}/todos/l/a`, { status: 'completed' })).toMatchObject(gone);
    expect(await native.call(`PUT /v1/sessions/${session}/plans/p`, { steps: [] })).toMatchObject(gone);
  });
});
