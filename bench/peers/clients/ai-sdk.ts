import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai';
import { type ReadLong, WORD } from '../../client/contract.ts';
import { spent } from '../../client/spent.ts';
import { sseResponse } from './response.ts';

export const readLong: ReadLong = (chunks) => {
  const id = 'text';
  const response = sseResponse(
    [
      { type: 'start' },
      { type: 'text-start', id },
      ...Array.from({ length: chunks }, () => ({ type: 'text-delta', id, delta: WORD })),
      { type: 'text-end', id },
      { type: 'finish' },
    ],
    ['[DONE]'],
  );
  return spent(async () => {
    const transport = new DefaultChatTransport({ api: 'http://host/', fetch: async () => response });
    const stream = await transport.sendMessages({
      trigger: 'submit-message',
      chatId: 'chat',
      messageId: undefined,
      messages: [],
      abortSignal: undefined,
    });
    let last: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream })) last = message;
    const text = last?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? '';
    if (text.length !== chunks * WORD.length)
      throw new Error(`the AI SDK read ${text.length} characters of ${chunks} chunks`);
  });
};
