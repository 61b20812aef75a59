import { setTimeout as pause } from 'node:timers/promises';
import { dialects } from '@polywire/protocol';
import type { Agent, Tool } from '@polywire/server';

const search: Tool = {
  name: 'search',
  async run(_, { output }) {
    output('reading\n');
    return { total: 1 };
  },
};

/** Does a little of everything, whatever it is told. */
export const busyAgent: Agent = {
  name: 'busy',
  async run({ emit, step, newId, callTool, runId, signal }) {
    await step('think', async () => {
      const messageId = newId('m');
      emit({ type: 'message.started', messageId, role: 'assistant' });
      emit({ type: 'reasoning.delta', messageId, delta: 'Let me ' });
      emit({ type: 'reasoning.delta', messageId, delta: 'see.' });
      emit({ type: 'reasoning.done', messageId });
      emit({ type: 'text.delta', messageId, delta: 'I look ' });
      emit({ type: 'text.delta', messageId, delta: 'it up.' });
      emit({ type: 'message.completed', messageId });
      return true;
    });
    await callTool({
      callId: `${runId}.c1`,
      tool: search,
      args: { query: '部署' },
    });
    await step('list', async () => {
      const item = { id: 'i1', text: 'Deploy', status: 'pending' as const };
      emit({ type: 'todo.list', listId: `${runId}.l`, title: 'Plan', items: [item] });
      emit({ type: 'todo.item', listId: `${runId}.l`, itemId: 'i1', index: 0, text: 'Deploy', status: 'completed' });
      emit({ type: 'usage', input: 10, output: 5, total: 15 });
      return true;
    });
    await step('answer', async () => {
      const nodeRun = `${runId}.n1`;
      emit({ type: 'node.entered', nodeRun, name: 'act' });
      const messageId = newId('m');
      emit({ type: 'message.started', messageId, role: 'assistant' });
      for (const delta of ['It is ', 'done', ', 完成。']) {
        emit({ type: 'text.delta', messageId, delta });
        await pause(PREVIEW_MS, undefined, { signal });
      }
      emit({ type: 'message.completed', messageId });
      emit({ type: 'node.exited', nodeRun, name: 'act' });
      return true;
    });
    return 'It is done, 完成。';
  },
};

/** A little longer than the longest time between previews of a message that grows. */
const PREVIEW_MS = 10 + Math.max(...dialects.map(({ traits }) => traits.preview?.everyMs ?? 0));
