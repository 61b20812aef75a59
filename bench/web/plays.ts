import { setTimeout as pause } from 'node:timers/promises';
import type { Play } from '../../packages/web/test/support/stage.ts';

export const CHUNKS_A_SECOND = 200;
export const SECONDS = 10;

/** Markdown as models write it, in chunks of a few words, at an even pace. */
export const stream: Play = async (context) => {
  await context.step('stream', async () => {
    const messageId = context.newId('m');
    context.emit({ type: 'message.started', messageId, role: 'assistant' });
    const began = performance.now();
    for (let i = 0; i < CHUNKS_A_SECOND * SECONDS; i += 1) {
      context.emit({ type: 'text.delta', messageId, delta: chunk(i) });
      const ahead = began + ((i + 1) * 1000) / CHUNKS_A_SECOND - performance.now();
      if (ahead > 1) await pause(ahead);
    }
    context.emit({ type: 'message.completed', messageId });
    return true;
  });
  return undefined;
};

export const many: Play = async (context) => {
  await context.step('many', async () => {
    for (let i = 0; i < 2_000; i += 1) {
      const messageId = `m${i}`;
      context.emit({ type: 'message.started', messageId, role: 'assistant' });
      context.emit({ type: 'text.delta', messageId, delta: `Message **${i}**: ${chunk(i)} and \`code\`.` });
      context.emit({ type: 'message.completed', messageId });
    }
    return true;
  });
  return undefined;
};

function chunk(i: number): string {
  if (i % 60 === 59) return '.\n\n';
  if (i % 400 === 200) return '\n\n```js\nconst answer = 42;\n```\n\n';
  return i % 7 === 0 ? `**word ${i}** ` : `some more words ${i} `;
}
