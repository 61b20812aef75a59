import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Agent, RunContext } from '../../../packages/server/src/index.ts';

/** Where the process may end itself; `KILL_AT` says at which, and at which time of passing it. */
export type Point = 'tool.start' | 'tool.result';

const [point, times] = (process.env.KILL_AT ?? '').split(' ');
let left = Number(times);

/** How many rounds a run has; each has a text, a tool that may be repeated and one that may not. */
export const ROUNDS = 3;
export const WORDS = 6;
export const textOf = (round: number) => Array.from({ length: WORDS }, (_, n) => `r${round}w${n} `).join('');

/** Writes, uses tools and asks for leave, in small steps, so that there is much to be cut. */
export const worker: Agent = {
  name: 'worker',
  async run(context) {
    for (let round = 0; round < ROUNDS; round += 1) {
      await say(context, round);
      await use(context, `look${round}`, { idempotent: true });
      await use(context, `send${round}`, { destructive: true });
    }
    return undefined;
  },
};

function say({ step, newId, emit, signal }: RunContext, round: number): Promise<boolean> {
  return step(`say${round}`, async () => {
    const messageId = newId('m');
    emit({ type: 'message.started', messageId, role: 'assistant' });
    for (let n = 0; n < WORDS; n += 1) {
      emit({ type: 'text.delta', messageId, delta: `r${round}w${n} ` });
      await pause(3, undefined, { signal });
    }
    emit({ type: 'message.completed', messageId });
    return true;
  });
}

/** Each time that a tool really does something it leaves a line with its call's id. */
async function use({ runId, callTool }: RunContext, name: string, kind: object): Promise<void> {
  const tool = {
    name,
    ...kind,
    async run(_: unknown, { callId, signal }: { callId: string; signal: AbortSignal }) {
      pass('tool.start');
      await pause(2, undefined, { signal });
      appendFileSync(process.env.STAMPS as string, `${callId}\n`);
      pass('tool.result');
      return `done ${name}`;
    },
  };
  await callTool({ callId: `${runId}.${name}`, tool, args: {} });
}

function pass(here: Point): void {
  if (here !== point) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}
