import { type Conversation, connect } from '@polywire/client';
import type { Dialect } from '@polywire/protocol';
import { answerIn } from './answer.ts';
import { type ReadLong, WORD } from './contract.ts';
import { fakeSocket } from './fake-socket.ts';
import { spent } from './spent.ts';

/** Our client in one of the dialects that have a socket. */
export function ours(dialect: Dialect): ReadLong {
  const endpoint = dialect.endpoints.find((each) => each.does === 'converse' && each.framing === 'ws')?.path as string;
  return async (chunks) => {
    const socket = fakeSocket();
    const conversation = connect({ url: 'http://host', dialect, endpoint, session: '1', webSocket: socket.open });
    conversation.subscribe(() => undefined);
    void conversation.send('go').catch(() => undefined);
    let ms = 0;
    for (const messages of answerIn(dialect, chunks)) ms += await spent(() => socket.give(messages));
    const { length } = textIn(conversation);
    conversation.close();
    if (length !== chunks * WORD.length)
      throw new Error(`${dialect.title}: our client read ${length} characters of ${chunks} chunks`);
    return ms;
  };
}

function textIn(conversation: Conversation): string {
  const parts = [...conversation.getState().conversation.turns].flatMap((turn) => [...turn.parts]);
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}
