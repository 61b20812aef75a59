import { HttpAgent } from '@ag-ui/client';
import type { ReadLong } from '../../client/contract.ts';
import { spent, sseResponse } from './response.ts';

export const readLong: ReadLong = (chunks) => {
  const about = { threadId: 'thread', runId: 'run' };
  const messageId = 'message';
  const response = sseResponse([
    { type: 'RUN_STARTED', ...about },
    { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
    ...Array.from({ length: chunks }, () => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta: 'word ' })),
    { type: 'TEXT_MESSAGE_END', messageId },
    { type: 'RUN_FINISHED', ...about },
  ]);
  return spent(async () => {
    const agent = new HttpAgent({ url: 'http://host/', threadId: about.threadId, fetch: async () => response });
    const { newMessages } = await agent.runAgent({ runId: about.runId });
    const { length } = newMessages[0]?.content ?? '';
    if (length !== chunks * 'word '.length) throw new Error(`AG-UI read ${length} characters of ${chunks} chunks`);
  });
};
