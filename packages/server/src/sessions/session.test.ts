import type { CommandOf, Draft, Outcome } from '@polywire/protocol';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Agent } from '../agents/contract.ts';
import { type StoreUnderTest, storeUnderTest } from '../store/sqlite/testing.ts';
import type { Tool } from '../tools/contract.ts';
import { defaultLimits } from './limits.ts';
import { MAX_REFS } from './load.ts';
import { directoryUnderTest, sender } from './testing.ts';

const patient = { timeout: 20_000 };

/** A process that serves one session, whose agent burns what it may. */
async function serve(
  under: StoreUnderTest,
  burn: Tool['run'] = async () => 'burnt',
  before: Promise<void> = Promise.resolve(),
) {
  const agent: Agent = {
    name: 'burner',
    async run(context) {
      await before;
      await context.callTool({ callId: 'c', tool: { name: 'burn', destructive: true, run: burn }, args: {} });
      return undefined;
    },
  };
  const { log } = under;
  const directory = directoryUnderTest(under, agent);
  const record = await directory.find('ann', 'any', 'talk', true);
  const id = record?.id ?? '';
  const session = await directory.open('ann', id);
  const types = () => log.readNow(id, 0, 1_000).events.map((event) => event.type);
  const questions = () =>
    log
      .readNow(id, 0, 1_000)
      .events.filter((event) => event.type === 'run.status' && event.status === 'awaiting_input');
  /** The user has been asked so many times. */
  const asked = (times = 1) => vi.waitFor(() => expect(questions()).toHaveLength(times), patient);
  return { directory, session, id, types, asked };
}

const approve: CommandOf<'input.answer'> = { type: 'input.answer', callId: 'c', decision: 'approve' };

it('tells a second answerer the outcome when it is durable, not before', async () => {
  const { session, types, asked } = await serve(await storeUnderTest());
  await session.submit({ type: 'message.send', text: 'burn' }, sender);
  await asked();
  const told: [Outcome, boolean][] = [];
  const note = (outcome: Outcome) => told.push([outcome, types().includes('input.resolved')]);
  await Promise.all([session.submit(approve, sender).then(note), session.submit(approve, sender).then(note)]);
  expect(told).toEqual([
    [{ ok: true, value: { inputId: 'c.approval' } }, true],
    [{ ok: false, error: { code: 'ALREADY_DECIDED', message: expect.stringContaining('approved') } }, true],
  ]);
});

it.each([
  ['yes', 'approved'],
  ['不行', 'denied'],
  ['Yes, but shorter.', 'answered'],
])('takes “%s” in reply to a plan as %s, whichever way it comes', async (text, outcome) => {
  const under = await storeUnderTest();
  const agent: Agent = {
    name: 'planner',
    run: async ({ ask }) => (await ask({ inputId: 'q', kind: 'plan', planId: 'p' })).outcome,
  };
  const directory = directoryUnderTest(under, agent);
  const { id = '' } = (await directory.find('ann', 'any', 'talk', true)) ?? {};
  const session = await directory.open('ann', id);
  await session.submit({ type: 'message.send', text: 'plan' }, sender);
  const events = () => under.log.readNow(id, 0, 1_000).events;
  await vi.waitFor(
    () => expect(events()).toContainEqual(expect.objectContaining({ status: 'awaiting_input' })),
    patient,
  );
  await session.submit({ type: 'input.answer', decision: 'reply', text }, sender);
  expect(events()).toContainEqual(expect.objectContaining({ type: 'input.resolved', outcome, text }));
});

it('tells a late answerer the outcome after a restart too', async () => {
  const under = await storeUnderTest();
  const { session, directory, types, asked } = await serve(under);
  await session.submit({ type: 'message.send', text: 'burn' }, sender);
  await asked();
  await session.submit({ ...approve, decision: 'reject' }, sender);
  await vi.waitFor(() => expect(types().at(-1)).toBe('run.finished'), patient);
  await directory.close();
  const after = await serve(under);
  expect(await after.session.submit(approve, sender)).toMatchObject({
    error: { code: 'ALREADY_DECIDED', message: expect.stringContaining('denied') },
  });
});

it('runs no tool for a run that was stopped when leave was given', async () => {
  const burn = vi.fn(async () => 'burnt');
  const { session, types, asked } = await serve(await storeUnderTest(), burn);
  await session.submit({ type: 'message.send', text: 'burn' }, sender);
  await asked();
  await Promise.all([session.submit(approve, sender), session.submit({ type: 'run.stop' }, sender)]);
  await vi.waitFor(() => expect(session.run).toBeUndefined(), patient);
  expect(types()).not.toContain('tool.started');
  expect(burn).not.toHaveBeenCalled();
});

it('does not blame a run that waits for its user for the restarts meanwhile', async () => {
  const under = await storeUnderTest();
  let served = await serve(under);
  await served.session.submit({ type: 'message.send', text: 'burn' }, sender);
  for (let restarts = 1; restarts <= 5; restarts += 1) {
    await served.asked(restarts);
    await served.directory.close();
    served = await serve(under);
  }
  await served.asked(6);
  expect(served.types()).not.toContain('run.finished');
  await served.directory.close();
});

it('takes up no session once it is closing', async () => {
  const { directory, id } = await serve(await storeUnderTest());
  await directory.close();
  await expect(directory.open('ann', id)).rejects.toThrow('shutting down');
});

it('takes an answer after a restart also before the agent has asked again', async () => {
  const under = await storeUnderTest();
  const first = await serve(under);
  await first.session.submit({ type: 'message.send', text: 'burn' }, sender);
  await first.asked();
  await first.directory.close();
  const burn = vi.fn(async () => 'burnt');
  let go: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { session, types } = await serve(under, burn, gate);
  expect(await session.submit(approve, sender)).toMatchObject({ ok: true });
  go();
  await vi.waitFor(() => expect(types().at(-1)).toBe('run.finished'), patient);
  expect(burn).toHaveBeenCalledOnce();
  expect(types().filter((type) => type === 'input.requested')).toHaveLength(1);
});

it('is the same for whoever was waiting for it when those with nothing to do were forgotten', async () => {
  const tested = await storeUnderTest();
  const { directory, id } = await serve(tested);
  directory.forget(id);
  await new Promise(setImmediate);
  const swept = new Promise<void>((resolve) =>
    setImmediate(() => {
      directory.sweep(() => false);
      resolve();
    }),
  );
  // Somebody else has had all the time for reading that this turn has, so the session is loaded in the next.
  await tested.log.read(id, 0, 1);
  for (const began = performance.now(); performance.now() - began < 10; );
  const opening = directory.open('ann', id).then(async (session) => {
    await directory.modelOf('ann');
    return session;
  });
  await swept;
  const session = await opening;
  expect(await directory.open('ann', id)).toBe(session);
});

it('goes on with what was typed in a pause, and tells who does not listen', async () => {
  const under = await storeUnderTest();
  const agent: Agent = {
    name: 'walker',
    async run(context) {
      for (let i = 0; i < 3; i += 1) {
        await context.step(`step${i}`, () => new Promise<number>((resolve) => setTimeout(() => resolve(i), 20)));
      }
      return 'there';
    },
  };
  const directory = directoryUnderTest(under, agent);
  const id = (await directory.find('ann', 'any', 'walk', true))?.id ?? '';
  const session = await directory.open('ann', id);
  await session.submit({ type: 'message.send', text: 'walk' }, sender);
  await session.submit({ type: 'run.pause' }, sender);
  await vi.waitFor(() => expect(session.run?.status).toBe('paused'), patient);
  const no = await session.submit({ type: 'input.answer', decision: 'reject', text: 'no' }, sender);
  expect(no).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
  expect(session.run?.status).toBe('paused');
  const yes = await session.submit({ type: 'input.answer', decision: 'reply', text: 'go on' }, sender);
  expect(yes).toMatchObject({ ok: true });
  await vi.waitFor(() => expect(session.run).toBeUndefined(), patient);
  const events = under.log.readNow(id, 0, 1_000).events;
  expect(events.filter(({ type }) => type === 'notice')).toMatchObject([{ of: 'input.answer' }]);
  expect(events.at(-1)).toMatchObject({ type: 'run.finished', status: 'complete' });
  await directory.close();
});

it('goes on, and says so, however often a run was paused that asks what to do', async () => {
  const under = await storeUnderTest();
  const agent: Agent = {
    name: 'walker',
    onPause: 'yield',
    async run(context) {
      for (let i = 0; i < 2; i += 1) await context.step(`step${i}`, async () => i);
      await context.ask({ inputId: 'last', kind: 'text', prompt: 'There?' });
      return 'there';
    },
  };
  const directory = directoryUnderTest(under, agent);
  const id = (await directory.find('ann', 'any', 'walk', true))?.id ?? '';
  const session = await directory.open('ann', id);
  const told = () => under.log.readNow(id, 0, 1_000).events;
  const asked = (times: number) =>
    vi.waitFor(() => {
      expect(told().filter(({ type }) => type === 'input.requested')).toHaveLength(times);
      expect(session.run?.status).toBe('awaiting_input');
    }, patient);
  await Promise.all([
    session.submit({ type: 'message.send', text: 'walk' }, sender),
    session.submit({ type: 'run.pause' }, sender),
  ]);
  await asked(1);
  // It waits already, so this pause is one of the step after the answer, which asks again.
  await session.submit({ type: 'run.pause' }, sender);
  expect(session.run?.status).toBe('paused');
  await session.submit({ type: 'input.answer', decision: 'reply', text: 'mind the gap' }, sender);
  await asked(2);
  await session.submit({ type: 'run.resume' }, sender);
  await asked(3);
  const statuses = told().flatMap((event) => (event.type === 'run.status' ? [event.status] : []));
  expect(statuses.slice(-5)).toEqual(['awaiting_input', 'paused', 'awaiting_input', 'active', 'awaiting_input']);
  await directory.close();
});

it('leaves no clock running for a question whose run it has let go of', async () => {
  const [set, clear] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
  onTestFinished(() => void vi.restoreAllMocks());
  const { session, directory, asked } = await serve(await storeUnderTest());
  await session.submit({ type: 'message.send', text: 'burn' }, sender);
  await asked();
  await directory.close();
  const begun = set.mock.results.filter((_, i) => Number(set.mock.calls[i]?.[1]) > defaultLimits.inputMs / 2);
  const ended = clear.mock.calls.map(([timer]) => timer);
  expect(begun.map(({ value }) => ended.includes(value))).toEqual([true]);
});

it('remembers so many references and no more, however many messages come', async () => {
  const under = await storeUnderTest();
  const { id } = await serve(under);
  const answer = { type: 'input.resolved', runId: 'gone', inputId: 'q', outcome: 'answered' } as const;
  const old = Array.from({ length: MAX_REFS }, (_, i): Draft => ({ ...answer, ref: `r${i}` }));
  await under.say('ann', id, ...old);
  const again = directoryUnderTest(under, { name: 'mute', run: () => new Promise(() => undefined) });
  const session = await again.open('ann', id);
  expect(session.hasTaken('r0')).toBe(true);
  await session.submit({ type: 'message.send', text: 'one more', ref: 'new' }, sender);
  expect(['r0', 'r1', 'new'].map((ref) => session.hasTaken(ref))).toEqual([false, true, true]);
});
