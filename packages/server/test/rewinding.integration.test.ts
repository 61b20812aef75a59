import { randomUUID } from 'node:crypto';
import { type Command, dialects } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { conversing, RawClient } from './support/client.ts';
import { serverForAll } from './support/open-server.ts';

const { server, native } = serverForAll();

const rewind: Command = { type: 'history.rewind', toSeq: 0 };
const able = dialects.filter((dialect) => dialect.client.encode(rewind).length > 0);
const wires = able.flatMap((dialect) =>
  conversing(dialect)
    .filter(({ framing }) => framing === 'ws')
    .map((endpoint) => ({ name: dialect.name, path: endpoint.path, dialect, endpoint })),
);

it('is said by all who claim to', () => {
  const claiming = dialects.filter(({ traits }) => traits.accepts[rewind.type].how !== 'dropped');
  expect(able).toEqual(claiming);
  expect(able.length).toBeGreaterThan(1);
});

it.each(wires)('takes a message back on $path of $name, and another in its place', async ({ dialect, endpoint }) => {
  const client = await RawClient.open(server.url, {
    ...{ dialect, endpoint },
    ...(endpoint.session === 'path' && { session: randomUUID() }),
  });
  const say = async (text: string, runs: number) => {
    await client.send({ type: 'message.send', text });
    await client.until(({ drafts }) => drafts.filter(({ type }) => type === 'run.finished').length >= runs);
  };
  await say('wrogn', 1);
  await client.send(rewind);
  await say('right', 2);
  const { body } = await native.call<{ sessions: { id: string }[] }>('GET /v1/sessions?limit=1');
  const at = `/v1/sessions/${body.sessions[0]?.id}`;
  const said = await native.call<{ messages: { text: string }[] }>(`GET ${at}/messages`);
  expect(said.body.messages.map(({ text }) => text)).toEqual(['right', 'right']);
  const { body: all } = await native.call<{ runs: { input: string; takenBack: boolean }[] }>(`GET ${at}/runs`);
  expect(all.runs.map(({ input, takenBack }) => [input, takenBack])).toEqual([
    ['wrogn', true],
    ['right', false],
  ]);
  await client.close();
});
