import { randomUUID } from 'node:crypto';
import { dialects } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { conversing, RawClient } from './support/client.ts';
import { serverForAll } from './support/open-server.ts';
import { askJson } from './support/raw.ts';

// The operator is told too, and here that is meant.
const { server, native } = serverForAll({ maxDataMb: 1 }, { report: () => undefined });

const WORDS = /no room left to store this: delete old sessions, or raise the quota.*存储空间已满/;
/** Fits into a message, and not into what is left. */
const text = 'x'.repeat(500_000);
const wires = dialects.flatMap((dialect) =>
  conversing(dialect).map((endpoint) => ({ name: dialect.name, dialect, endpoint })),
);

it.each(wires)('is told where it is reached: $endpoint.framing $endpoint.path of $name', async (wire) => {
  const { dialect, endpoint } = wire;
  const session = dialect.traits.sessionIds === 'integer' ? '4711' : randomUUID();
  if (endpoint.framing === 'ws') {
    const inPath = endpoint.session === 'path' && { session };
    const client = await RawClient.open(server.url, { dialect, endpoint, ...inPath });
    await client.send({ type: 'message.send', text });
    await client.until(({ frames }) => frames.some(({ data }) => WORDS.test(data)));
    client.cut();
  } else {
    const [frame] = dialect.client.encode({ type: 'message.send', text });
    const body = frame && 'data' in frame ? JSON.parse(frame.data) : {};
    expect(await askJson(server.url, endpoint.path, body)).toMatchObject({
      status: 507,
      body: expect.stringMatching(WORDS),
    });
  }
});

it('leaves everything else as it was', async () => {
  const session = await native.newSession();
  const run = await native.start(session, 'small', 'run.finished');
  expect((await native.runEvents(run)).at(-1)).toMatchObject({ status: 'complete' });
  expect(await native.call(`POST /v1/sessions/${session}/runs`, { input: text })).toMatchObject({
    status: 507,
    body: { error: { code: 'STORAGE_FULL', message: expect.stringMatching(WORDS) } },
  });
  const said = await native.call<{ messages: { text: string }[] }>(`GET /v1/sessions/${session}/messages`);
  expect(said.body.messages.map((message) => message.text)).toEqual(['small', 'small']);
});
