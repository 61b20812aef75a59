import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Agent, RunError, type Running, startServer } from '@polywire/server';
import { busyAgent } from './busy-agent.ts';

/** Says one word after another until it is stopped. */
const endless: Agent = {
  name: 'endless',
  async run({ emit, newId, step, signal }) {
    return step('talk', async () => {
      const messageId = newId('m');
      emit({ type: 'message.started', messageId, role: 'assistant' });
      for (;;) {
        emit({ type: 'text.delta', messageId, delta: 'word ' });
        await pause(10, undefined, { signal });
      }
    });
  },
};

/** Takes one small step after another until it is stopped: it can be paused between them. */
const stepping: Agent = {
  name: 'stepping',
  async run({ emit, newId, step, signal }) {
    for (let n = 1; ; n += 1) {
      await step(`step${n}`, async () => {
        const messageId = newId('m');
        emit({ type: 'message.started', messageId, role: 'assistant' });
        emit({ type: 'text.delta', messageId, delta: `step ${n}` });
        emit({ type: 'message.completed', messageId });
        await pause(100, undefined, { signal });
        return true;
      });
    }
  },
};

const failing: Agent = {
  name: 'failing',
  async run() {
    throw new RunError('MODEL_UNAVAILABLE', 'The model is gone');
  },
};

/** Runs a tool that needs a yes. */
const asking: Agent = {
  name: 'asking',
  async run({ callTool, runId, emit, newId, step }) {
    const tool = { name: 'delete_file', destructive: true, run: async () => ({ deleted: true }) };
    await callTool({ callId: `${runId}.c`, tool, args: { path: 'a.txt' } });
    return step('say', async () => {
      const messageId = newId('m');
      emit({ type: 'message.started', messageId, role: 'assistant' });
      emit({ type: 'text.delta', messageId, delta: 'Deleted.' });
      emit({ type: 'message.completed', messageId });
      return 'Deleted.';
    });
  },
};

/** Proposes a plan and says what became of it. */
const planning: Agent = {
  name: 'planning',
  async run({ ask, runId, emit, newId, step }) {
    const planId = `${runId}.plan`;
    await step('propose', async () => {
      emit({ type: 'plan.proposed', planId, steps: [{ title: 'Begin' }, { title: 'End' }] });
      return true;
    });
    const { outcome, text = '' } = await ask({ inputId: `${runId}.ok`, kind: 'plan', planId });
    return step('say', async () => {
      const messageId = newId('m');
      emit({ type: 'text.delta', messageId, delta: `Heard: ${outcome} ${text}` });
      emit({ type: 'message.completed', messageId });
      return outcome;
    });
  },
};

/** Asks in both languages at once, as the server does. */
const wondering: Agent = {
  name: 'wondering',
  async run({ ask, runId }) {
    const { text = '' } = await ask({ inputId: `${runId}.which`, kind: 'text', prompt: 'Which one? / 哪一个？' });
    return text;
  },
};

export const agents = [busyAgent, endless, stepping, failing, asking, planning, wondering];

/** A real server with agents that do what a test needs; the first is the one that answers where none is named. */
export async function scriptServer(first = busyAgent.name): Promise<Running> {
  const data = await mkdtemp(join(tmpdir(), 'polywire-cli-'));
  const inOrder = [...agents].sort((one, other) => Number(other.name === first) - Number(one.name === first));
  const server = await startServer({ port: 0, data, ownDocs: false }, { agents: inOrder });
  return {
    ...server,
    async close() {
      await server.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}
