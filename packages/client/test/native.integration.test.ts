import { plainText } from '@polywire/protocol';
import { native } from '@polywire/protocol/dialects/native';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConversationView } from '../src/index.ts';
import { connect } from '../src/node.ts';
import { OurServer } from './support/server.ts';
import { isDone, until } from './support/until.ts';

let server: OurServer;
beforeAll(async () => {
  server = await OurServer.start();
});
afterAll(() => server.remove());

const script = (...scenes: object[]) => JSON.stringify(scenes);

it('sends a message and shows the answer', async () => {
  const conversation = connect({ url: server.url, dialect: native });
  await conversation.ready;
  const sent = await conversation.send('hello there');
  expect(sent.ref).toEqual(expect.any(String));
  const { conversation: shown, connection, cursor, session } = await until(conversation, isDone);
  expect(plainText(shown.turns.last as never)).toBe('hello there');
  expect(shown.turns.last?.user?.text).toBe('hello there');
  expect({ connection, cursor: Number(cursor?.split('.')[0]) }).toEqual({ connection: 'open', cursor: shown.seq });
  conversation.close();
  expect(conversation.getState().connection).toBe('closed');

  const again = connect({ url: server.url, dialect: native, session: session as string });
  const { conversation: past } = await until(again, isDone);
  expect(JSON.stringify([...past.turns])).toBe(JSON.stringify([...shown.turns]));
  again.close();
});

it('resumes after the server was killed, each event once and in order', async () => {
  const conversation = connect({ url: server.url, dialect: native });
  const seqs: number[] = [];
  const reading = (async () => {
    for await (const { seq, type } of conversation) {
      seqs.push(seq);
      if (type === 'run.finished') return;
    }
  })();
  await conversation.send(script({ say: 'n', times: 40, everyMs: 20 }, { rest: 300 }, { say: 'the end' }));
  await until(conversation, ({ conversation: { seq } }) => seq > 15);
  await server.kill();
  await until(conversation, ({ connection }) => connection === 'reconnecting');
  await server.begin();
  const { conversation: shown } = await until(conversation, isDone);
  await reading;
  expect(seqs).toEqual(Array.from({ length: shown.seq }, (_, i) => i + 1));
  expect(plainText(shown.turns.last as never)).toContain('the end');
  conversation.close();
});

it('answers questions and stops runs', async () => {
  const conversation = connect({ url: server.url, dialect: native });
  await conversation.send(script({ ask: 'Which?' }, { say: 'x', times: 500, everyMs: 20 }));
  const { question } = await until(conversation, (view) => view.question !== undefined);
  await conversation.answer(question?.inputId as string, { text: 'this one' });
  await until(conversation, ({ status }) => status === 'active');
  await conversation.stop();
  const { conversation: shown } = await until(conversation, isDone);
  expect(shown.turns.last?.status).toBe('stopped');
  conversation.close();
});

it('tells a wrong address from a lost one', async () => {
  const conversation = connect({ url: `${server.url}/nowhere`, dialect: native });
  await expect(conversation.ready).rejects.toMatchObject({ code: 'REFUSED', status: 404 });
  expect(conversation.getState().connection).toBe('refused');
});

it('tells whoever reads events that it was refused', async () => {
  const conversation = connect({ url: `${server.url}/nowhere`, dialect: native });
  const reading = conversation[Symbol.asyncIterator]().next();
  await expect(reading).rejects.toMatchObject({ code: 'REFUSED', status: 404 });
});

it('takes no event of another run for the answer to its own message', async () => {
  const first = connect({ url: server.url, dialect: native });
  await first.send(script({ say: 'x', times: 400, everyMs: 5 }));
  const isSaying = ({ conversation: { turns } }: ConversationView) => turns.last?.parts.length === 1;
  const { session = '', cursor = '', conversation: shown } = await until(first, isSaying);
  const second = connect({ url: server.url, dialect: native, session, after: cursor });
  const { runId } = await second.send(script({ say: 'mine' }));
  expect(runId).toMatch(/^run_/);
  expect(runId).not.toBe(shown.turns.last?.runId);
  first.close();
  second.close();
});
