import { setTimeout as pause } from 'node:timers/promises';
import type { Agent } from './contract.ts';

/** Says again what it was told, a few characters at a time: shows a stream without a model. */
export const echo: Agent = {
  name: 'echo',
  async run({ runId, input, signal, emit }) {
    const messageId = `${runId}.m1`;
    emit({ type: 'message.started', messageId, role: 'assistant' });
    for (const delta of input.match(/.{1,4}/gsu) ?? []) {
      emit({ type: 'text.delta', messageId, delta });
      await pause(PACE_MS, undefined, { signal });
    }
    emit({ type: 'message.completed', messageId });
  },
};

/** About the pace at which a model writes. */
const PACE_MS = 15;
