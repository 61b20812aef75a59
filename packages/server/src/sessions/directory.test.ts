import { expect, it, vi } from 'vitest';
import type { Agent } from '../agents/contract.ts';
import { type StoreUnderTest, storeUnderTest } from '../store/sqlite/testing.ts';
import type { Tool } from '../tools/contract.ts';
import { directoryUnderTest, sender } from './testing.ts';

const byMessage = {
  by: 'ann',
  answers: { text: 'next-message', approval: 'next-message', plan: 'next-message' },
} as const;
const patient = { timeout: 20_000 };

/** A process whose agent calls one tool. */
async function serve(under: StoreUnderTest, tool: Tool, name = 'talk') {
  const agent: Agent = {
    name: 'caller',
    async run(context) {
      const { result } = await context.callTool({ callId: 'c', tool, args: { path: 'secret' } });
      return JSON.stringify(result);
    },
  };
  const directory = directoryUnderTest(under, agent);
  const id = (await directory.find('ann', 'any', name, true))?.id ?? '';
  const events = () => under.log.readNow(id, 0, 1_000).events;
  const isAsked = (times: number) => () =>
    expect(events().filter((event) => event.type === 'run.status' && event.status === 'awaiting_input')).toHaveLength(
      times,
    );
  return {
    directory,
    id,
    events,
    asked: (times = 1) => vi.waitFor(isAsked(times), patient),
    finished: () => vi.waitFor(() => expect(events().at(-1)?.type).toBe('run.finished'), patient),
    open: () => directory.open('ann', id),
  };
}

const untilStopped: Tool['run'] = (_, { signal }) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

it.each([true, false])(
  'runs again what the user let run, not what the model wanted (idempotent: %s)',
  async (idempotent) => {
    const under = await storeUnderTest();
    const ran: unknown[] = [];
    const tool: Tool = {
      ...{ name: 'write', destructive: true, idempotent },
      run(args, use) {
        ran.push(args);
        return ran.length === 1 ? untilStopped(args, use) : Promise.resolve('written');
      },
    };
    const before = await serve(under, tool);
    await (await before.open()).submit({ type: 'message.send', text: 'go' }, sender);
    await before.asked();
    const approve = { type: 'input.answer', callId: 'c', decision: 'approve' } as const;
    await (await before.open()).submit({ ...approve, args: { path: 'harmless' } }, sender);
    await vi.waitFor(() => expect(ran).toHaveLength(1), patient);
    await before.directory.close();
    const after = await serve(under, tool);
    await after.directory.recover();
    if (!idempotent) {
      await after.asked(2);
      const shown = after
        .events()
        .filter((event) => event.type === 'input.requested')
        .at(-1);
      expect(shown).toMatchObject({ args: { path: 'harmless' } });
      await (await after.open()).submit(approve, sender);
    }
    await after.finished();
    expect(ran).toEqual([{ path: 'harmless' }, { path: 'harmless' }]);
  },
);

it('takes the next message for the answer also while the run is being taken up', async () => {
  const under = await storeUnderTest();
  const tool: Tool = { name: 'burn', destructive: true, run: async () => 'burnt' };
  const before = await serve(under, tool);
  await (await before.open()).submit({ type: 'message.send', text: 'go' }, byMessage);
  await before.asked();
  await before.directory.close();
  const after = await serve(under, tool);
  await after.directory.recover();
  const outcome = await (await after.open()).submit({ type: 'message.send', text: 'yes' }, byMessage);
  expect(outcome).toMatchObject({ ok: true, value: { answered: 'c.approval' } });
  await after.finished();
  expect(after.events().filter(({ type }) => type === 'message.accepted')).toHaveLength(1);
});

it('has one actor for a session that is swept before its sender speaks', async () => {
  const { directory, open, finished } = await serve(await storeUnderTest(), { name: 'look', run: async () => 'seen' });
  const session = await open();
  directory.sweep(() => false);
  await session.submit({ type: 'message.send', text: 'go' }, sender);
  expect(await open()).toBe(session);
  await finished();
  directory.sweep(() => false);
  directory.sweep(() => false);
  expect(await open()).not.toBe(session);
});

it('has one actor for a session that comes to be again while what is left of the old one is removed', async () => {
  const name = '0b0e3f5e-6a39-4c0c-8a39-0a8f1a6c1d11';
  const tool: Tool = { name: 'look', run: async () => 'seen' };
  const { directory, id, open, finished } = await serve(await storeUnderTest(), tool, name);
  await open();
  let isRemoved = false;
  const removal = directory.remove('ann', id).finally(() => {
    isRemoved = true;
  });
  while (await directory.find('ann', 'any', name, false)) await Promise.resolve();
  // As the server does when it hears that the session is gone.
  directory.forget(id);
  await directory.find('ann', 'any', name, true);
  const session = await open();
  expect(isRemoved).toBe(false);
  await session.submit({ type: 'message.send', text: 'go' }, sender);
  await removal;
  expect(await open()).toBe(session);
  await finished();
});

it.each([
  ['a text', 'no room'],
  ['nothing', undefined],
])('tells what a tool threw, if that is %s', async (_, thrown) => {
  const tool: Tool = {
    name: 'odd',
    run: async () => {
      throw thrown;
    },
  };
  const { open, events, finished } = await serve(await storeUnderTest(), tool);
  await (await open()).submit({ type: 'message.send', text: 'go' }, sender);
  await finished();
  expect(events().at(-1)).toMatchObject({ status: 'complete', text: JSON.stringify(String(thrown)) });
});

it('loads nothing before the tools are there', async () => {
  let arrive = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const seen: boolean[] = [];
  let isThere = false;
  const agent: Agent = {
    name: 'looker',
    async run() {
      seen.push(isThere);
      return undefined;
    },
  };
  const directory = directoryUnderTest(await storeUnderTest(), agent, { ready });
  const id = (await directory.find('ann', 'any', 'talk', true))?.id ?? '';
  const opened = directory
    .open('ann', id)
    .then((session) => session.submit({ type: 'message.send', text: 'go' }, sender));
  // Whatever it does before it waits.
  for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
  isThere = true;
  arrive();
  await directory.recover();
  await opened;
  await vi.waitFor(() => expect(seen).toEqual([true]), patient);
});
