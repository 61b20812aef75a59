import { connect } from 'node:net';
import { type Dialect, dialectNamed, dialects } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import { conversing, RawClient } from './support/client.ts';
import { serverForEach } from './support/open-server.ts';
import { endless, newestSession, pathSession, play, slow, socketOf, statuses, watch } from './support/watching.ts';

const native = dialectNamed('native');

const { server, native: api } = serverForEach();

describe('a connection that ends in the middle of its turn', () => {
  const cancelling = dialects.filter(({ traits }) => traits.onDisconnect === 'cancel');
  const detaching = dialects.filter(({ traits }) => traits.onDisconnect === 'detach');
  const fatal: [string, Dialect, Record<string, string>, boolean][] = [
    ...cancelling.map((dialect): [string, Dialect, Record<string, string>, boolean] => [
      `${dialect.name} stops the run`,
      dialect,
      {},
      true,
    ]),
    ...cancelling.map((dialect): [string, Dialect, Record<string, string>, boolean] => [
      `${dialect.name} with cursors does not`,
      dialect,
      { cursor: '1' },
      false,
    ]),
    ...detaching.map((dialect): [string, Dialect, Record<string, string>, boolean] => [
      `${dialect.name} does not`,
      dialect,
      {},
      false,
    ]),
  ];

  it.each(fatal)('%s', async (_, dialect, query, stops) => {
    const client = await RawClient.open(server.url, {
      dialect,
      endpoint: socketOf(dialect),
      query,
      ...pathSession(socketOf(dialect)),
    });
    await play(client, stops ? endless : slow);
    await client.until((c) => c.frames.length > 1);
    const session = await newestSession(server.url);
    client.cut();
    const later = await watch(server.url, native, session);
    await later.until((c) => c.has('run.finished'));
    expect(later.drafts.at(-1)).toMatchObject({ type: 'run.finished', status: stops ? 'stopped' : 'complete' });
    await later.close();
  });

  it.each(cancelling.map((dialect) => [dialect.name, dialect] as const))(
    '%s does not while somebody else watches',
    async (_, dialect) => {
      const client = await RawClient.open(server.url, { dialect, endpoint: socketOf(dialect) });
      await play(client, slow);
      await client.until((c) => c.frames.length > 1);
      const other = await watch(server.url, native, await newestSession(server.url));
      await other.until((c) => c.has('text.delta'));
      client.cut();
      await other.until((c) => c.has('run.finished'));
      expect(other.drafts.at(-1)).toMatchObject({ status: 'complete' });
      await other.close();
    },
  );

  it.each(cancelling.map((dialect) => [dialect.name, dialect] as const))(
    '%s stops the run that goes on after an answer, too',
    async (_, dialect) => {
      const endpoint = socketOf(dialect);
      const asked = await RawClient.open(server.url, { dialect, endpoint });
      await play(asked, [{ ask: 'Go on?' }, ...endless]);
      await asked.until((c) => c.has('run.finished'));
      const session = asked.session as string;
      await asked.close();
      const answering = await RawClient.open(server.url, { dialect, endpoint, session });
      await answering.send({ type: 'message.send', text: 'yes' });
      await answering.until((c) => c.frames.some(({ data }) => data.includes('word')));
      answering.cut();
      await expect.poll(() => statuses(server.url, session), { timeout: 10_000 }).toEqual(['stopped']);
    },
  );

  it.each(cancelling.map((dialect) => [dialect.name, dialect] as const))(
    '%s takes back a message whose turn has not come',
    async (_, dialect) => {
      const endpoint = socketOf(dialect);
      const first = await RawClient.open(server.url, { dialect, endpoint });
      await play(first, slow);
      await first.until((c) => c.frames.length > 1);
      const session = first.session as string;
      const second = await RawClient.open(server.url, { dialect, endpoint, session });
      await second.send({ type: 'message.send', text: 'never to be said' });
      await second.until((c) => c.frames.length > 0);
      second.cut();
      await first.until((c) => c.has('run.finished'));
      await first.close();
      await expect.poll(() => statuses(server.url, session), { timeout: 10_000 }).toEqual(['complete', 'stopped']);
    },
  );

  it.each(cancelling.map((dialect) => [dialect.name, dialect] as const))(
    '%s stops the run though others wait for their own turns',
    async (_, dialect) => {
      const endpoint = socketOf(dialect);
      const first = await RawClient.open(server.url, { dialect, endpoint });
      await play(first, endless);
      await first.until((c) => c.frames.length > 1);
      const session = first.session as string;
      const second = await RawClient.open(server.url, { dialect, endpoint, session });
      await second.send({ type: 'message.send', text: 'and then this' });
      await second.until((c) => c.frames.length > 0);
      first.cut();
      await second.until((c) => c.has('run.finished'));
      await expect.poll(() => statuses(server.url, session), { timeout: 10_000 }).toEqual(['stopped', 'complete']);
      await second.close();
    },
  );

  it.each(cancelling.map((dialect) => [dialect.name, dialect] as const))(
    '%s takes back all that was sent on it',
    async (_, dialect) => {
      const client = await RawClient.open(server.url, { dialect, endpoint: socketOf(dialect) });
      await play(client, endless);
      await client.until((c) => c.frames.length > 1);
      const session = client.session as string;
      await play(client, endless);
      await play(client, endless);
      await expect.poll(() => accepted(session), { timeout: 10_000 }).toBe(3);
      client.cut();
      await expect
        .poll(() => statuses(server.url, session), { timeout: 10_000 })
        .toEqual(['stopped', 'stopped', 'stopped']);
    },
  );

  it.each(cancelling.map((dialect) => [dialect.name, dialect] as const))(
    '%s stops the runs of every session that it spoke to',
    async (_, dialect) => {
      const named = [await api.newSession(), await api.newSession()];
      const client = await RawClient.open(server.url, { dialect, endpoint: socketOf(dialect) });
      for (const session of named) {
        await client.send({ type: 'message.send', session, text: JSON.stringify(endless) });
        await expect.poll(() => statuses(server.url, session), { timeout: 10_000 }).toEqual(['active']);
      }
      client.cut();
      for (const session of named) {
        await expect.poll(() => statuses(server.url, session), { timeout: 10_000 }).toEqual(['stopped']);
      }
    },
  );

  it.each(cancelling.map((dialect) => [dialect.name, dialect] as const))(
    '%s leaves alone what goes on after its own turn is over',
    async (_, dialect) => {
      const client = await RawClient.open(server.url, { dialect, endpoint: socketOf(dialect) });
      await play(client, [{ ask: 'Go on?' }, ...slow]);
      await client.until((c) => c.has('run.finished'));
      const session = client.session as string;
      await answerElsewhere(session);
      client.cut();
      await expect.poll(() => statuses(server.url, session), { timeout: 10_000 }).toEqual(['complete']);
    },
  );

  const requests = cancelling.flatMap((dialect) =>
    conversing(dialect)
      .filter(({ framing }) => framing !== 'ws')
      .map((endpoint) => ({ name: `${dialect.name} ${endpoint.path}`, dialect, endpoint })),
  );
  it.each(requests)('$name stops the run while its message is still being written', async ({ dialect, endpoint }) => {
    const session = await api.newSession();
    const [frame] = dialect.client.encode({ type: 'message.send', session, text: JSON.stringify(endless) });
    const body = frame && 'data' in frame ? frame.data : '';
    const { host, hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const head = [`${endpoint.method} ${endpoint.path} HTTP/1.1`, `Host: ${host}`, 'Content-Type: application/json'];
    socket.end(`${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    await expect.poll(() => statuses(server.url, session), { timeout: 10_000 }).toEqual(['stopped']);
    socket.destroy();
  });
});

/** How many messages the session has taken. */
async function accepted(session: string): Promise<number> {
  const response = await fetch(`${server.url}/v1/sessions/${session}/messages`);
  const page = (await response.json()) as { messages: { role: string }[] };
  return page.messages.filter(({ role }) => role === 'user').length;
}

/** By somebody who does not stay to watch. */
async function answerElsewhere(session: string): Promise<void> {
  const { runs } = (await (await fetch(`${server.url}/v1/sessions/${session}/runs`)).json()) as {
    runs: { id: string }[];
  };
  const [run] = runs as [{ id: string }];
  const headers = { 'content-type': 'application/json' };
  const address = `${server.url}/v1/runs/${run.id}/inputs/${encodeURIComponent(`${run.id}.s0`)}`;
  const { status } = await fetch(address, {
    method: 'POST',
    headers,
    body: JSON.stringify({ decision: 'reply', text: 'yes' }),
  });
  expect(status).toBe(200);
}
