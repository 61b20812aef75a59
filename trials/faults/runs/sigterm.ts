import type { RunEvent } from '@polywire/protocol';
import { WebSocket } from 'ws';
import { type NativeApi, script } from '../../../packages/server/test/support/native.ts';
import type { Trial } from '../../contract.ts';
import { type TrialServer, withServer } from '../../lib/trial-server.ts';

/** A run in one state when the server is told to stop, and what must have become of it after the next start. */
interface State {
  readonly input: string;
  readonly until: RunEvent['type'];
  /** What else leads to the state. */
  prepare?(api: NativeApi, run: string): Promise<unknown>;
  check(api: NativeApi, run: string): Promise<void>;
}

const GRACE_MS = 10_000;

const states: Readonly<Record<string, State>> = {
  over: {
    input: 'hello',
    until: 'run.finished',
    check: (api, run) => endsAs(api, run, 'complete'),
  },
  writing: {
    input: script({ say: 'w', times: 400, everyMs: 5 }, { say: 'end' }),
    until: 'text.delta',
    async check(api, run) {
      const messages = (await api.runEvents(run)).filter((event) => event.type === 'message.completed');
      const cut = messages.filter(({ interrupted }) => interrupted).length;
      if (messages.length !== 3 || cut !== 1) throw new Error(`${cut} of ${messages.length} messages were cut`);
      await endsAs(api, run, 'complete');
    },
  },
  asking: {
    input: script({ ask: 'Which one?' }),
    until: 'input.requested',
    async check(api, run) {
      await answer(api, run, { decision: 'reply', text: 'blue' });
      await endsAs(api, run, 'complete');
    },
  },
  paused: {
    input: script({ ask: 'Ready?' }, { say: 'on' }),
    until: 'input.requested',
    prepare: (api, run) => api.call(`POST /v1/runs/${run}/pause`),
    async check(api, run) {
      const { body } = await api.call<{ status: string }>(`GET /v1/runs/${run}`);
      if (body.status !== 'paused') throw new Error(`it is ${body.status}, not paused`);
      await api.call(`POST /v1/runs/${run}/resume`);
      await answer(api, run, { decision: 'reply', text: 'yes' });
      await endsAs(api, run, 'complete');
    },
  },
  'inside a tool': {
    input: script({ tool: 'send_mail', takesMs: 600_000 }),
    until: 'tool.started',
    async check(api, run) {
      await api.runEvents(run, ({ type }) => type === 'input.requested');
      await answer(api, run, { decision: 'reject' });
      await endsAs(api, run, 'complete');
      const starts = (await api.runEvents(run)).filter(({ type }) => type === 'tool.started').length;
      if (starts !== 1) throw new Error(`the tool was started ${starts} times`);
    },
  },
};

/** A server is told to stop while it has runs in every state, one of them with a message in the queue behind it. */
export const sigterm: Trial = {
  name: 'sigterm',
  about: { en: 'SIGTERM with runs in every state', zh: '运行处于各种状态时收到 SIGTERM' },
  tries: { long: 20, short: 1 },
  async run({ count, done }) {
    const [stopMs, backMs]: [number[], number[]] = [[], []];
    for (let n = 0; n < count; n += 1) {
      const took = await withServer({}, terminated);
      stopMs.push(took.stopMs);
      backMs.push(took.backMs);
      done();
    }
    const most = (list: readonly number[]) => Math.round(Math.max(...list));
    return {
      en: `clients told, exit code 0 within ${most(stopMs)} ms, resumed within ${most(backMs)} ms; ${Object.keys(states).length + 1} states as they were`,
      zh: `客户端获知，${most(stopMs)} 毫秒内以 0 退出，${most(backMs)} 毫秒内恢复；${Object.keys(states).length + 1} 种状态保持不变`,
    };
  },
};

async function terminated(server: TrialServer) {
  const closes: Promise<number>[] = [];
  const runs = new Map<string, string>();
  const begin = async ({ input, until, prepare }: Omit<State, 'check'>) => {
    const session = await server.api.newSession();
    const run = await server.api.start(session, input, until);
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/sessions/${session}/events`);
    closes.push(new Promise((resolve) => socket.once('close', resolve)));
    await new Promise((resolve) => socket.once('open', resolve));
    await prepare?.(server.api, run);
    return { session, run };
  };
  for (const [name, state] of Object.entries(states)) runs.set(name, (await begin(state)).run);
  const busy = await begin({ input: script({ ask: 'Go on?' }), until: 'input.requested' });
  const { body: queued } = await server.api.call<{ id: string }>(`POST /v1/sessions/${busy.session}/runs`, {
    input: 'q',
  });

  const stopMs = await within(GRACE_MS, async () => {
    const code = await server.process.stop();
    if (code !== 0) throw new Error(`it exited with ${code}`);
  });
  for (const code of await Promise.all(closes)) if (code !== 1012) throw new Error(`a client was closed with ${code}`);
  const backMs = await within(Number.POSITIVE_INFINITY, async () => {
    await server.begin();
    await fetch(`${server.url}/readyz`);
  });
  const { api } = server;
  for (const [name, state] of Object.entries(states)) {
    await state.check(api, runs.get(name) ?? '').catch((cause: unknown) => {
      throw new Error(`a run that was ${name}: ${(cause as Error).message}`, { cause });
    });
  }
  await api.call(`POST /v1/runs/${busy.run}/stop`);
  await endsAs(api, queued.id, 'complete');
  return { stopMs, backMs };
}

async function within(limitMs: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  const took = performance.now() - began;
  if (took > limitMs) throw new Error(`it took ${Math.round(took)} ms`);
  return took;
}

async function endsAs(api: NativeApi, run: string, status: string): Promise<void> {
  const end = (await api.runEvents(run)).at(-1);
  if (end?.type !== 'run.finished' || end.status !== status) throw new Error(`it ended so: ${JSON.stringify(end)}`);
}

/** Answers the question that is open. */
async function answer(api: NativeApi, run: string, given: object): Promise<void> {
  await api.runEvents(run, (event) => event.type === 'run.status' && event.status === 'awaiting_input');
  const { body } = await api.call<{ inputs: { inputId: string }[] }>(`GET /v1/runs/${run}`);
  const path = `POST /v1/runs/${run}/inputs/${encodeURIComponent(body.inputs[0]?.inputId ?? '')}`;
  const { status } = await api.call(path, given);
  if (status !== 200) throw new Error(`the answer was refused with ${status}`);
}
