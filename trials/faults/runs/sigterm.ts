import { availableParallelism, loadavg } from 'node:os';
import { dialects, type RunEvent } from '@polywire/protocol';
import type { RawClient } from '../../../packages/server/test/support/client.ts';
import { script } from '../../../packages/server/test/support/native.ts';
import type { Trial } from '../../contract.ts';
import { type TrialServer, withServer } from '../../lib/trial-server.ts';
import { watch } from '../../lib/watch.ts';
import { endsAs, type State, states } from './states.ts';

const settings = { wireLimits: { messagesPerMinute: 0, connections: 0 } };
const GRACE_MS = 10_000;
/** From the start of the process until every run that goes on has said so. */
const RESUMED_MS = 2_000;
/** So much longer where others want the processor too. */
const LOADED_FACTOR = 5;

/** A server is told to stop while it has runs in every state, one of them with a message in the queue behind it. */
export const sigterm: Trial = {
  name: 'sigterm',
  about: { en: 'SIGTERM with runs in every state', zh: '运行处于各种状态时收到 SIGTERM' },
  tries: { long: 20, short: 1 },
  async run({ count, done }) {
    const [stopMs, backMs]: [number[], number[]] = [[], []];
    for (let n = 0; n < count; n += 1) {
      const took = await withServer({ settings }, terminated);
      stopMs.push(took.stopMs);
      backMs.push(took.backMs);
      done();
    }
    const most = (list: readonly number[]) => Math.round(Math.max(...list));
    const total = Object.keys(states).length + 1;
    return {
      en: `clients of every dialect told, exit code 0 within ${most(stopMs)} ms, every run under way resumed within ${most(backMs)} ms; ${total} states as they were`,
      zh: `所有方言的客户端均获知，${most(stopMs)} 毫秒内以 0 退出，所有进行中的运行在 ${most(backMs)} 毫秒内恢复；${total} 种状态保持不变`,
    };
  },
};

async function terminated(server: TrialServer) {
  const watchers: RawClient[] = [];
  const begin = async ({ input, until, prepare }: Omit<State, 'check'>) => {
    const session = await server.api.newSession();
    const run = await server.api.start(session, input, until);
    watchers.push(...(await Promise.all(dialects.map((dialect) => watch(server.url, dialect, session)))));
    await prepare?.(server.api, run);
    return { session, run };
  };
  const begun: (State & { name: string; run: string })[] = [];
  const busy = await begin({ input: script({ ask: 'Go on?' }), until: 'input.requested' });
  const { body: queued } = await server.api.call<{ id: string }>(`POST /v1/sessions/${busy.session}/runs`, {
    input: 'q',
  });
  for (const [name, state] of Object.entries(states)) begun.push({ ...state, name, run: (await begin(state)).run });

  const stopMs = await within(GRACE_MS, 'to stop', async () => {
    const code = await server.process.stop();
    if (code !== 0) throw new Error(`it exited with ${code}`);
  });
  for (const watcher of watchers) await toldToComeBack(watcher);
  const going = [busy, ...begun.filter(({ isStill }) => !isStill)];
  const backMs = await within(resumedWithin(), 'to take the runs up', async () => {
    await server.begin({ settings });
    await Promise.all(going.map(({ run }) => server.api.runEvents(run, isRecovery)));
  });
  const { api } = server;
  const { status } = await api.call('GET /readyz');
  if (status !== 200) throw new Error(`it is not ready: ${status}`);
  for (const { name, run, check } of begun) {
    await check(api, run).catch((cause: unknown) => {
      throw new Error(`a run that was ${name}: ${(cause as Error).message}`, { cause });
    });
  }
  await api.call(`POST /v1/runs/${busy.run}/stop`);
  await endsAs(api, queued.id, 'complete');
  return { stopMs, backMs };
}

async function toldToComeBack(watcher: RawClient): Promise<void> {
  await watcher.until(({ isClosed }) => isClosed).catch(() => undefined);
  const { dialect, closeCode } = watcher;
  if (closeCode !== 1012) throw new Error(`a client of ${dialect.name} was closed with ${closeCode}`);
}

const isRecovery = (event: RunEvent) => event.type === 'run.status' && event.reason === 'recovered';

function resumedWithin(): number {
  const isLoaded = (loadavg()[0] as number) > availableParallelism();
  return RESUMED_MS * (isLoaded ? LOADED_FACTOR : 1);
}

async function within(limitMs: number, what: string, work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  const took = performance.now() - began;
  if (took > limitMs) throw new Error(`it took ${Math.round(took)} ms ${what}, more than ${limitMs}`);
  return took;
}
