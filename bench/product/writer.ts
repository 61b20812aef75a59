import { setImmediate as turn, setTimeout as until } from 'node:timers/promises';
import type { Agent } from '@polywire/server';
import type { Task } from './contract.ts';

/** Writes what the message says. */
export const writer: Agent = {
  name: 'bench',
  async run({ input, emit, newId, durable }) {
    const { chunks, characters, everyMs, perTurn = AT_ONCE, isSilent = false } = JSON.parse(input) as Task;
    const messageId = newId('m');
    const started = performance.now();
    emit({ type: 'message.started', messageId, role: 'assistant' });
    for (let n = 0; n < chunks; n += 1) {
      if (everyMs !== undefined) await until(Math.max(0, started + n * everyMs - performance.now()));
      else if (n % perTurn === 0) await turn();
      if (n % UNSTORED === 0) await durable();
      const delta = chunkOf(n, characters);
      if (!isSilent) emit({ type: 'text.delta', messageId, delta });
    }
    emit({ type: 'message.completed', messageId });
    return undefined;
  },
};

const AT_ONCE = 200;
/** So much may wait to be written. */
const UNSTORED = 2_000;

function chunkOf(n: number, characters: number): string {
  return `${n} `.padEnd(characters, 'word ').slice(0, characters);
}
