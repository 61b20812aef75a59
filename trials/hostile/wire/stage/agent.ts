import { setTimeout as pause } from 'node:timers/promises';
import type { Agent } from '../../../../packages/server/src/index.ts';

/**
 * Says what it is told to: `words:40` counts aloud, `pieces:["a","b"]` says these one by one, `hold:` waits for a yes.
 * Anything else is said back, so that whatever an attacker sends ends in a log and on a wire.
 */
export const player: Agent = {
  name: 'player',
  async run(context) {
    const [, what, how = ''] = /^(words|pieces|hold):(.*)$/s.exec(context.input) ?? [];
    if (what === 'hold') {
      await context.callTool({ callId: `${context.runId}.held`, tool: held, args: {} });
      return undefined;
    }
    await context.step('say', async () => {
      const messageId = context.newId('m');
      context.emit({ type: 'message.started', messageId, role: 'assistant' });
      for (const delta of piecesOf(what, how, context.input)) {
        context.emit({ type: 'text.delta', messageId, delta });
        if (what !== undefined) await pause(EVERY_MS, undefined, { signal: context.signal });
      }
      context.emit({ type: 'message.completed', messageId });
      return true;
    });
    return undefined;
  },
};

/** What `words:count` says. */
export function wordsOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `w${i + 1} `);
}

const EVERY_MS = 5;
const MAX_WORDS = 10_000;

const held = { name: 'delete_everything', destructive: true, run: async () => ({ done: true }) };

function piecesOf(what: string | undefined, how: string, input: string): readonly string[] {
  if (what === 'words') return wordsOf(Math.min(Number(how) || 0, MAX_WORDS));
  return what === 'pieces' ? (JSON.parse(how) as string[]) : [input];
}
