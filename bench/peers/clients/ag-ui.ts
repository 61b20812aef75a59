import { HttpAgent } from '@ag-ui/client';
import { EventType } from '@ag-ui/core';
import { type ReadLong, WORD } from '../../client/contract.ts';
import { spent } from '../../client/spent.ts';
import { sseResponse } from './response.ts';

export const readLong: ReadLong = (chunks) => {
  const about = { threadId: 'thread', runId: 'run' };
  const messageId = 'message';
  const response = sseResponse([
    { type: EventType.RUN_STARTED, ...about },
    { type: EventType.TEXT_MESSAGE_START, messageId, role: 'assistant' },
    ...Array.from({ length: chunks }, () => ({ type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta: WORD })),
    { type: EventType.TEXT_MESSAGE_END, messageId },
    { type: EventType.RUN_FINISHED, ...about },
  ]);
  return spent(async () => {
    const agent = new HttpAgent({ url: 'http://host/', threadId: about.threadId, fetch: async () => response });
    const { newMessages } = await agent.runAgent({ runId: about.runId });
    const text = newMessages.map(({ content }) => content).join('');
    if (text.length !== chunks * WORD.length)
      throw new Error(`AG-UI's client read ${text.length} characters of ${chunks} chunks`);
  });
};
