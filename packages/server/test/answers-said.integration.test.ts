import { dialects } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { conversing, RawClient } from './support/client.ts';
import { script } from './support/native.ts';
import { serverForAll } from './support/open-server.ts';

const { server, native } = serverForAll();

async function said(session: string): Promise<string[]> {
  const { body } = await native.call<{ messages: { role: string; text: string }[] }>(
    `GET /v1/sessions/${session}/messages`,
  );
  return body.messages.filter(({ role }) => role === 'user').map(({ text }) => text);
}

const byMessage = dialects
  .filter(({ traits }) => traits.answers.text === 'next-message')
  .map((dialect) => ({ name: dialect.name, dialect }));

it.each(byMessage)('remembers an answer that came as a message of $name', async ({ dialect }) => {
  const [endpoint] = conversing(dialect).filter(({ framing }) => framing === 'ws');
  if (!endpoint) throw new Error('it has no socket');
  const session = await native.newSession();
  const question = script({ ask: 'Where?' });
  const client = await RawClient.open(server.url, { dialect, endpoint, session });
  await client.send({ type: 'message.send', text: question });
  await client.until((c) => c.has('run.finished') || c.has('input.requested'));
  await client.send({ type: 'message.send', text: 'in Rome' });
  await expect.poll(() => said(session)).toEqual([question, 'in Rome']);
  client.cut();
});

it('remembers the words of an answer that named its question, and of none that had no words', async () => {
  const session = await native.newSession();
  const question = script({ ask: 'Where?' }, { tool: 'rm', approve: true });
  const run = await native.start(session, question, 'input.requested');
  await native.call(`POST /v1/runs/${run}/inputs/${run}.s0`, { decision: 'reply', text: 'in Rome' });
  const asked = (
    await native.runEvents(run, (event) => event.type === 'input.requested' && event.kind === 'approval')
  ).at(-1);
  const inputId = asked?.type === 'input.requested' ? asked.inputId : '';
  await native.call(`POST /v1/runs/${run}/inputs/${inputId}`, { decision: 'approve' });
  await native.runEvents(run);
  expect(await said(session)).toEqual([question, 'in Rome']);
});
