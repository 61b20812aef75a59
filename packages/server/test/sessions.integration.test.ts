import { randomUUID } from 'node:crypto';
import { type Draft, type DraftOf, dialectNamed, verify } from '@polywire/protocol';
import { afterEach, expect, it } from 'vitest';
import type { Limits } from '../src/sessions/limits.ts';
import { conversing, RawClient } from './support/client.ts';
import { type Scene, toolRuns } from './support/script-agent.ts';
import { type TestServer, testServer } from './support/server.ts';

const native = dialectNamed('native');
const [endpoint] = conversing(native) as [(typeof native.endpoints)[number]];

let server: TestServer;
afterEach(() => server.close());

function connect(session: string, query: Record<string, string> = {}): Promise<RawClient> {
  return RawClient.open(server.url, { dialect: native, endpoint, session, query });
}

function play(client: RawClient, scenes: readonly Scene[], more: { ref?: string } = {}): Promise<void> {
  return client.send({ type: 'message.send', text: JSON.stringify(scenes), ...more });
}

function all<T extends Draft['type']>(client: RawClient, type: T): DraftOf<T>[] {
  return client.drafts.filter((draft): draft is DraftOf<T> & Draft => draft.type === type);
}

function statuses(client: RawClient): string[] {
  return all(client, 'run.status').map(({ status }) => status);
}

function finished(client: RawClient, runs = 1): boolean {
  return all(client, 'run.finished').length >= runs;
}

function answers(client: RawClient): { ok: boolean; ref?: string; error?: { code: string } }[] {
  return client.frames.map(({ data }) => JSON.parse(data)).filter(({ type }) => type === 'answer');
}

function use(total: number, cost = 0): Scene {
  return { use: { input: 1, output: 1, total, cost } };
}

function isLegal(client: RawClient): void {
  const events = client.frames.map(({ data }) => JSON.parse(data)).filter(({ seq }) => seq !== undefined);
  expect(verify(events)).toBeUndefined();
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => events[0].seq + i));
}

it('lets a message that comes during a run wait its turn, and recognises a repeated one', async () => {
  server = await testServer();
  const client = await connect(randomUUID());
  await play(client, [{ say: 'a', times: 20, everyMs: 2 }], { ref: 'one' });
  await play(client, [{ say: 'second' }], { ref: 'two' });
  await play(client, [{ say: 'second' }], { ref: 'two' });
  await client.until((c) => finished(c, 2) && answers(c).length === 3);
  expect(all(client, 'run.started').map(({ ref }) => ref)).toEqual(['one', 'two']);
  expect(all(client, 'message.accepted')).toHaveLength(2);
  expect(answers(client).map(({ ok }) => ok)).toEqual([true, true, true]);
  isLegal(client);
});

it('pauses at the next safe point, goes on, and stops at once', async () => {
  server = await testServer();
  const client = await connect(randomUUID());
  const scenes = Array.from({ length: 2_000 }, (_, i) => ({ say: `part ${i}`, everyMs: 1 }));
  await play(client, scenes);
  await client.until((c) => c.has('text.delta'));
  await client.send({ type: 'run.pause' });
  await client.send({ type: 'run.pause' });
  await client.until((c) => statuses(c).includes('paused'));
  const saidWhenPaused = all(client, 'text.delta').length;
  await client.send({ type: 'run.resume' });
  await client.until((c) => all(c, 'text.delta').length > saidWhenPaused);
  await client.send({ type: 'run.stop' });
  await client.until(finished);
  await client.send({ type: 'run.stop' });
  await client.until((c) => answers(c).length === 6);
  expect(statuses(client)).toEqual(['pausing', 'paused', 'active']);
  expect(all(client, 'run.finished')).toMatchObject([{ status: 'stopped' }]);
  expect(answers(client).every(({ ok }) => ok)).toBe(true);
  isLegal(client);
});

it('runs a tool once, whoever approves it first, and tells the others', async () => {
  server = await testServer();
  toolRuns.clear();
  const session = randomUUID();
  const clients = await Promise.all([connect(session), connect(session), connect(session)]);
  const [first] = clients;
  await play(first, [{ tool: 'delete_file', args: { path: 'x' }, approve: true }]);
  await Promise.all(clients.map((client) => client.until((c) => statuses(c).includes('awaiting_input'))));
  const [asked] = all(first, 'input.requested') as [DraftOf<'input.requested'>];
  expect(asked).toMatchObject({ kind: 'approval', name: 'delete_file', args: { path: 'x' } });
  const decisions = ['approve', 'reject', 'approve'] as const;
  for (const [i, client] of clients.entries()) {
    await client.send({
      type: 'input.answer',
      inputId: asked.inputId,
      decision: decisions[i] ?? 'reject',
      ref: 'answer',
    });
  }
  await Promise.all(
    clients.map((client) => client.until((c) => finished(c) && answers(c).some(({ ref }) => ref === 'answer'))),
  );
  const told = clients.map((client) => answers(client).find(({ ref }) => ref === 'answer'));
  expect(told.filter((answer) => answer?.ok)).toHaveLength(1);
  expect(told.filter((answer) => !answer?.ok).map((answer) => answer?.error?.code)).toEqual([
    'ALREADY_DECIDED',
    'ALREADY_DECIDED',
  ]);
  const approved = all(first, 'input.resolved')[0]?.outcome === 'approved';
  expect(toolRuns.get('delete_file') ?? 0).toBe(approved ? 1 : 0);
  for (const client of clients) isLegal(client);
});

it('runs no tool in a pause, though somebody lets it run meanwhile', async () => {
  server = await testServer();
  toolRuns.clear();
  const client = await connect(randomUUID());
  await play(client, [{ tool: 'delete_file', approve: true }]);
  await client.until((c) => statuses(c).includes('awaiting_input'));
  await client.send({ type: 'run.pause' });
  await client.until((c) => statuses(c).includes('paused'));
  await client.send({ type: 'input.answer', decision: 'approve', ref: 'yes' });
  await client.until((c) => c.has('input.resolved') && answers(c).some(({ ref }) => ref === 'yes'));
  await client.send({ type: 'run.resume' });
  await client.until(finished);
  const told = client.drafts.flatMap((draft) =>
    draft.type === 'run.status' ? [draft.status] : draft.type === 'tool.started' ? [draft.type] : [],
  );
  expect(told).toEqual(['awaiting_input', 'paused', 'active', 'tool.started']);
  expect(toolRuns.get('delete_file')).toBe(1);
  isLegal(client);
});

it('takes edited arguments, refuses an unclear answer, and does not run what was refused', async () => {
  server = await testServer();
  toolRuns.clear();
  const client = await connect(randomUUID());
  await play(client, [
    { tool: 'a', args: { n: 1 }, approve: true },
    { tool: 'b', approve: true },
  ]);
  await client.until((c) => statuses(c).includes('awaiting_input'));
  await client.send({ type: 'input.answer', decision: 'unclear', ref: 'unclear' });
  await client.send({ type: 'input.answer', decision: 'approve', args: { n: 2 } });
  await client.until((c) => all(c, 'input.requested').length === 2);
  await client.send({ type: 'input.answer', decision: 'reject' });
  await client.until(finished);
  expect(answers(client).find(({ ref }) => ref === 'unclear')?.error?.code).toBe('UNCLEAR');
  expect(all(client, 'tool.finished')).toMatchObject([
    { name: 'a', outcome: 'ok', result: { done: 'a', n: 2 } },
    { name: 'b', outcome: 'denied', result: 'User rejected. / 用户已拒绝。' },
  ]);
  expect([...toolRuns]).toEqual([['a', 1]]);
  isLegal(client);
});

/** One limit at a time: on a busy machine the shorter of two may be noticed later. */
const limited: readonly (readonly [code: string, limits: Partial<Limits>, scenes: Scene[]])[] = [
  ['SILENT', { silenceMs: 60 }, [{ rest: 600_000 }]],
  ['TIMED_OUT', { runMs: 150 }, [{ say: 'x', times: 100_000, everyMs: 5 }]],
  ['INPUT_EXPIRED', { inputMs: 60 }, [{ ask: 'Well?' }]],
  ['ITERATION_LIMIT', { iterations: 3 }, [{ rounds: 4 }]],
  ['TOKEN_LIMIT', { tokens: 10 }, [use(6), use(6), { rest: 600_000 }]],
  ['COST_LIMIT', { cost: 2 }, [use(1, 3), { rest: 600_000 }]],
  ['OWNER_TOKEN_LIMIT', { ownerTokens: 10 }, [use(6), use(6), { rest: 600_000 }]],
  ['OWNER_COST_LIMIT', { ownerCost: 2 }, [use(1, 1.5), use(1, 1.5), { rest: 600_000 }]],
];

it.each(limited)('ends a run by %s, with everything closed', async (code, limits, scenes) => {
  server = await testServer({ limits });
  const client = await connect(randomUUID());
  await play(client, scenes);
  await client.until(finished);
  expect(all(client, 'run.finished')).toMatchObject([{ status: 'timed_out' }]);
  expect(all(client, 'error')).toMatchObject([{ code, fatal: true, message: inBothHalves(limits) }]);
  isLegal(client);
  await client.close();
});

/** The setting that was reached is named in each language. */
function inBothHalves(limits: Partial<Limits>) {
  const [name] = Object.keys(limits);
  return expect.stringMatching(new RegExp(`limits\\.${name}\\b.* / .*limits\\.${name}\\b`));
}

it('ends a tool that takes too long, cuts one that says too much, and goes on', async () => {
  server = await testServer({ limits: { toolMs: 50, toolOutputChars: 100 } });
  const client = await connect(randomUUID());
  await play(client, [
    { tool: 'slow', takesMs: 600_000 },
    { tool: 'loud', output: 'x'.repeat(500) },
  ]);
  await client.until(finished);
  expect(all(client, 'run.finished')).toMatchObject([{ status: 'complete' }]);
  expect(all(client, 'tool.finished')[0]).toMatchObject({ name: 'slow', outcome: 'error' });
  for (const { text } of all(client, 'tool.output')) expect(text.length).toBeLessThan(200);
  expect(all(client, 'tool.output').map(({ text }) => text.slice(0, 100))).toEqual(['x'.repeat(100)]);
  isLegal(client);
});

it.each([
  ['OWNER_TOKEN_LIMIT', { ownerTokens: 10 }],
  ['OWNER_COST_LIMIT', { ownerCost: 2 }],
])('begins no work for an owner who is beyond %s, in any session, also after a restart', async (code, limits) => {
  server = await testServer({ limits });
  toolRuns.clear();
  const first = await connect(randomUUID());
  await play(first, [use(11, 3), { ask: 'Go on?' }]);
  await first.until(finished);
  server = await server.restart();
  const second = await connect(randomUUID());
  await play(second, [{ tool: 'search' }]);
  await second.until(finished);
  expect(all(second, 'run.finished')).toMatchObject([{ status: 'timed_out' }]);
  expect(all(second, 'error')).toMatchObject([{ code }]);
  expect([...toolRuns]).toEqual([]);
  isLegal(second);
});

it('counts for its owner what an unfinished run has cost, through a restart', async () => {
  server = await testServer({ limits: { ownerCost: 2 } });
  const asking = await connect(randomUUID());
  await play(asking, [use(1, 1.5), { ask: 'Go on?' }]);
  await asking.until((c) => statuses(c).includes('awaiting_input'));
  server = await server.restart();
  const other = await connect(randomUUID());
  await play(other, [use(1, 1), { rest: 600_000 }]);
  await other.until(finished);
  expect(all(other, 'error')).toMatchObject([{ code: 'OWNER_COST_LIMIT' }]);
});

it('goes on after a restart from what the log has: no step twice, a cut message closed, a queued message kept', async () => {
  server = await testServer();
  toolRuns.clear();
  const session = randomUUID();
  const client = await connect(session);
  await play(client, [{ tool: 'once' }, { say: 'long', times: 400, everyMs: 5 }, { say: 'end' }]);
  await play(client, [{ say: 'queued' }]);
  await client.until((c) => all(c, 'text.delta').length > 5 && all(c, 'message.accepted').length === 2);
  server = await server.restart();
  const again = await connect(session);
  await again.until((c) => finished(c, 2));
  expect(toolRuns.get('once')).toBe(1);
  const completed = all(again, 'message.completed');
  expect(completed[0]).toMatchObject({ interrupted: true });
  expect(completed.slice(1).some(({ interrupted }) => interrupted)).toBe(false);
  expect(all(again, 'run.finished').map(({ status }) => status)).toEqual(['complete', 'complete']);
  expect(all(again, 'run.status')).toMatchObject([{ reason: 'recovered' }]);
  isLegal(again);
});

it('asks about a tool that was cut, and keeps an open question open, through a restart', async () => {
  server = await testServer();
  toolRuns.clear();
  const [cut, open] = [randomUUID(), randomUUID()];
  const [first, second] = await Promise.all([connect(cut), connect(open)]);
  await play(first, [{ tool: 'send_mail', takesMs: 60_000 }]);
  await play(second, [{ ask: 'Which one?' }]);
  await first.until((c) => c.has('tool.started'));
  await second.until((c) => statuses(c).includes('awaiting_input'));
  server = await server.restart();
  const [cutAgain, openAgain] = await Promise.all([connect(cut), connect(open)]);
  await cutAgain.until((c) => statuses(c).includes('awaiting_input'));
  await cutAgain.send({ type: 'input.answer', decision: 'reject' });
  await openAgain.send({ type: 'input.answer', decision: 'reply', text: 'the blue one' });
  await Promise.all([cutAgain, openAgain].map((client) => client.until(finished)));
  expect(all(cutAgain, 'tool.finished')).toMatchObject([{ outcome: 'unknown' }]);
  expect(toolRuns.get('send_mail')).toBe(1);
  expect(all(openAgain, 'text.delta').map(({ delta }) => delta)).toEqual(['You said: the blue one']);
  isLegal(cutAgain);
  isLegal(openAgain);
});
