import { setTimeout as pause } from 'node:timers/promises';
import type { Agent } from './contract.ts';

/** Says again what it was told, a few characters at a time: shows a stream without a model. */
export const echo: Agent = {
  name: 'echo',
  description: { en: 'Repeats what you say', zh: '重复您说的话' },
  async run({ input, signal, emit, newId, step }) {
    return step('answer', async () => {
      const messageId = newId('m');
      emit({ type: 'message.started', messageId, role: 'assistant' });
      for (const delta of input.match(/.{1,4}/gsu) ?? []) {
        emit({ type: 'text.delta', messageId, delta });
        await pause(PACE_MS, undefined, { signal });
      }
      emit({ type: 'message.completed', messageId });
      return input;
    });
  },
};

/** About the pace at which a model writes. */
const PACE_MS = 15;
