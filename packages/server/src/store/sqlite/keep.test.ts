import { expect, it } from 'vitest';
import { storeUnderTest, turn } from './testing.ts';

it('merges settings, takes keys away, and is not fooled by names of prototypes', async () => {
  const { store } = await storeUnderTest();
  expect(await store.settings.get('ada')).toEqual({});
  await store.settings.merge('ada', { model: 'big', ui: { theme: 'dark', size: 1 } });
  await store.settings.merge('ada', { ui: { size: null }, list: [1, null] });
  await store.settings.merge(
    'ada',
    JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {"admin": true}}}'),
  );
  const kept = await store.settings.get('ada');
  expect(kept).toMatchObject({ model: 'big', ui: { theme: 'dark' }, list: [1, null] });
  expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
  expect(await store.settings.get('bob')).toEqual({});
});

it('keeps plans under numbers of their own', async () => {
  const { store, clock } = await storeUnderTest();
  const steps = [{ title: 'boil', details: 'water', agent: 'cook' }];
  const first = await store.plans.save('ada', { task: 'tea', steps });
  const second = await store.plans.save('ada', { task: 'coffee', steps: [] });
  expect([first.id, second.id]).toEqual([1, 2]);
  clock.now = 2_000;
  expect(await store.plans.update('ada', 1, { task: 'green tea' })).toEqual({
    id: 1,
    task: 'green tea',
    steps,
    created: 1_000,
    updated: 2_000,
  });
  expect(await store.plans.remove('ada', 2)).toBe(true);
  expect((await store.plans.save('ada', { task: 'milk', steps: [] })).id).toBe(3);
  expect((await store.plans.list('ada')).map(({ task }) => task)).toEqual(['green tea', 'milk']);
});

it('shows the plans of a session, latest first', async () => {
  const { store, say } = await storeUnderTest();
  await say(
    'ada',
    's',
    { type: 'run.started', runId: 'r' },
    { type: 'plan.proposed', runId: 'r', planId: 'p', task: 't', steps: [{ title: 'a' }] },
  );
  await say('ada', 's', { type: 'plan.proposed', runId: 'r', planId: 'q', steps: [] });
  expect(await store.plans.ofSession('ada', 's')).toMatchObject([
    { planId: 'q', run: 'r', seq: 3, steps: [] },
    { planId: 'p', run: 'r', seq: 2, task: 't', steps: [{ title: 'a' }] },
  ]);
});

it('keeps sessions in workspaces', async () => {
  const { store } = await storeUnderTest();
  const workspace = await store.workspaces.create('ada', 'Work');
  for (const id of ['b', 'a']) {
    await store.sessions.create('ada', { id });
    expect(await store.workspaces.addThread('ada', workspace.id, id)).toBe(true);
    expect(await store.workspaces.addThread('ada', workspace.id, id)).toBe(true);
  }
  expect(await store.workspaces.rename('ada', workspace.id, '工作')).toBe(true);
  expect(await store.workspaces.get('ada', workspace.id)).toEqual({ ...workspace, name: '工作', threads: ['b', 'a'] });
  expect(await store.workspaces.removeThread('ada', workspace.id, 'b')).toBe(true);
  await store.sessions.remove('ada', 'a');
  expect(await store.workspaces.list('ada')).toMatchObject([{ threads: [] }]);
  expect(await store.workspaces.remove('ada', workspace.id)).toBe(true);
  expect(await store.workspaces.list('ada')).toEqual([]);
});

it('keeps analyses under numbers of their own', async () => {
  const { store, say } = await storeUnderTest();
  await say('ada', 's', ...turn('q', 'a'));
  const options = [{ series: [{ type: 'bar', data: [1, 2] }] }];
  const made = await store.analyses.add('ada', { session: 's', callId: 'c', title: '销量', options });
  expect(made).toEqual({ id: 1, session: 's', callId: 'c', title: '销量', options, created: 1_000 });
  expect(await store.analyses.get('ada', 1)).toEqual(made);
  const bare = await store.analyses.add('ada', { session: 's', options: [] });
  expect(await store.analyses.list('ada', 's')).toEqual([made, { id: 2, session: 's', options: [], created: 1_000 }]);
  expect(bare?.id).toBe(2);
});

it('tells what runs did and cost', async () => {
  const { store, say } = await storeUnderTest();
  await say(
    'ada',
    's',
    { type: 'message.accepted', text: 'q', ref: 'x', at: 1 },
    { type: 'run.started', runId: 'r1', agentKind: 'react', model: 'big', input: 'q', ref: 'x', at: 10 },
  );
  await say(
    'ada',
    's',
    { type: 'usage', input: 1, output: 2, total: 3 },
    { type: 'usage', input: 10, output: 20, total: 30, cost: 0.25 },
    { type: 'usage', input: 0, output: 0, total: 0 },
  );
  expect(await store.runs.list('ada', 's')).toMatchObject([{ usage: { total: 33 }, cost: 0.25 }]);
  await say('ada', 's', {
    type: 'run.finished',
    runId: 'r1',
    status: 'error',
    reason: 'no model',
    text: 'sorry',
    cost: 0.5,
    at: 25,
  });
  await say('ada', 's', { type: 'run.started', runId: 'r2', at: 30 }, { type: 'run.status', status: 'paused', at: 31 });
  expect(await store.runs.list('ada', 's')).toEqual([
    {
      session: 's',
      id: 'r1',
      first: 2,
      last: 6,
      status: 'error',
      started: 10,
      finished: 25,
      agent: 'react',
      model: 'big',
      input: 'q',
      ref: 'x',
      reason: 'no model',
      answer: 'sorry',
      usage: { input: 11, output: 22, total: 33 },
      cost: 0.5,
      durationMs: 15,
      takenBack: false,
    },
    { session: 's', id: 'r2', first: 7, status: 'paused', started: 30, takenBack: false },
  ]);
  expect(await store.runs.list('ada', 's', { before: 7 })).toMatchObject([{ id: 'r1' }]);
  expect(await store.runs.list('ada', 's', { limit: 1 })).toMatchObject([{ id: 'r2' }]);
  expect(await store.runs.get('ada', 's', 'r1')).toMatchObject({ status: 'error' });
  expect((await store.sessions.get('ada', 's'))?.status).toBe('paused');
});

it('lists open questions of all sessions, oldest first', async () => {
  const { store, say } = await storeUnderTest();
  const ask = (inputId: string, at: number) =>
    ({ type: 'input.requested', kind: 'approval', inputId, name: 'shell', args: { cmd: 'ls' }, at }) as const;
  await say('ada', 'b', { type: 'run.started', runId: 'r', at: 1 }, ask('q1', 5), ask('q2', 3));
  await say('ada', 'a', { type: 'run.started', runId: 'r', at: 1 }, ask('q3', 4));
  const open = async (session?: string) =>
    (await store.questions.list('ada', session)).map(({ event }) => event.inputId);
  expect(await open()).toEqual(['q2', 'q3', 'q1']);
  await say('ada', 'b', { type: 'input.resolved', inputId: 'q2', outcome: 'approved', at: 6 });
  expect(await open('b')).toEqual(['q1']);
  expect((await store.questions.list('ada', 'a'))[0]).toMatchObject({
    session: 'a',
    event: { name: 'shell', args: { cmd: 'ls' }, seq: 2 },
  });
  await say('ada', 'b', { type: 'run.finished', status: 'stopped', at: 7 });
  expect(await open()).toEqual(['q3']);
});
