import { plainText } from '@polywire/protocol';
import { dialects } from '@polywire/protocol/dialects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../src/node.ts';
import { OurServer } from './support/server.ts';
import { isDone, until } from './support/until.ts';

let server: OurServer;
beforeAll(async () => {
  server = await OurServer.start();
});
afterAll(() => server.remove());

const script = (...scenes: object[]) => JSON.stringify(scenes);
const conversing = dialects.flatMap((dialect) =>
  dialect.endpoints
    .filter(({ does }) => does === 'converse')
    .map(({ path, framing }) => ({ name: `${dialect.name} ${framing} ${path}`, dialect, endpoint: path })),
);

describe.each(conversing)('$name', ({ dialect, endpoint }) => {
  it('sends messages one after another and shows their answers', async () => {
    const conversation = connect({ url: server.url, dialect, endpoint });
    await conversation.ready;
    await conversation.send(script({ tool: 'search', args: { q: 'x' } }, { say: 'first answer' }));
    const { session } = await until(conversation, isDone);
    await conversation.send('second');
    const {
      conversation: shown,
      gap,
      error,
    } = await until(conversation, (view) => isDone(view) && view.conversation.turns.length === 2);
    expect([...shown.turns].map((turn) => plainText(turn).trim())).toEqual(['first answer', 'second']);
    expect([...shown.turns].map(({ status }) => status)).toEqual(['complete', 'complete']);
    expect({ gap, error, session: conversation.getState().session }).toEqual({ session });
    conversation.close();
  });

  it('answers a question', async () => {
    const conversation = connect({ url: server.url, dialect, endpoint });
    await conversation.send(script({ ask: 'Which one?' }));
    const { question } = await until(conversation, (view) => view.question !== undefined);
    expect(question?.kind).toBe('text');
    await conversation.answer(question?.inputId as string, { text: 'the blue one' });
    const { conversation: shown } = await until(conversation, isDone);
    const said = [...shown.turns].map(plainText).join('\n');
    expect(said).toContain('You said: the blue one');
    conversation.close();
  });
});
