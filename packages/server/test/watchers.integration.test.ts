import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Dialect, dialectNamed, dialects, type Endpoint, formatCursor } from '@polywire/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { CROWD } from '../src/wire/feeds.ts';
import { conversing, RawClient } from './support/client.ts';
import type { Scene } from './support/script-agent.ts';
import { type TestServer, testServer } from './support/server.ts';

const native = dialectNamed('native');
const slow: readonly Scene[] = [{ say: 'word', times: 60, everyMs: 5 }];
/** It ends only because somebody ends it. */
const endless: readonly Scene[] = [{ say: 'word', times: 1_000_000, everyMs: 5 }];

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.close());

it('shows one session to every dialect at once, all of it to each', async () => {
  const session = await newSession();
  const clients = await Promise.all(dialects.map((dialect) => watch(dialect, session, { restore: '1' })));
  const [speaker] = clients as [RawClient];
  await play(speaker, [{ say: 'Hello ', times: 20, everyMs: 1 }, { tool: 'search', args: { q: 1 } }, { say: 'end' }]);
  await Promise.all(clients.map((client) => client.until((c) => c.has('run.finished'))));
  for (const client of clients) {
    const text = textOf(client);
    expect(text).toContain('Hello 1 Hello 2 ');
    expect(text).toContain('Hello 20 end');
    expect(client.drafts).toContainEqual(
      expect.objectContaining({ type: 'tool.finished', name: 'search', outcome: 'ok' }),
    );
  }
  await Promise.all(clients.map((client) => client.close()));
});

const closing = dialects.filter(({ traits }) => traits.afterEnd === 'close');

it.each(closing.map((dialect) => ({ name: dialect.name, dialect })))(
  '$name: the end closes the socket of everybody who saw it come, not only of who began',
  async ({ dialect }) => {
    const session = await newSession();
    const waiting = [await watch(native, session), await watch(dialect, session)] as const;
    await play(waiting[0], [...slow, { say: 'end' }]);
    await waiting[1].until(({ drafts }) => drafts.length > 10);
    const joined = [await watch(dialect, session), await watch(dialect, session, { after: '0' })];
    for (const client of [waiting[1], ...joined]) {
      await client.until((c) => c.has('run.finished'));
      await client.until((c) => c.isClosed);
      expect(client.closeCode).toBe(1000);
    }
    // What was over before is no reason to hang up on who comes to ask for more.
    const later = await watch(dialect, session, { after: '0' });
    await later.until((c) => c.has('run.finished'));
    await play(later, [{ say: 'more' }]);
    await later.until((c) => textOf(c).endsWith('more') && c.isClosed);
    await waiting[0].close();
  },
);

it('gives a crowd every word once and in its order, whenever somebody joins it', async () => {
  const session = await newSession();
  const crowd = await Promise.all(Array.from({ length: CROWD }, () => watch(native, session, { after: '0' })));
  const [speaker] = crowd as [RawClient];
  await play(speaker, [{ say: 'w', times: 300, everyMs: 2 }, { tool: 'search', args: { q: 1 } }, { say: 'end' }]);
  // One less, and it is no crowd any more until the next joins it.
  for (const [i, after] of ['0', '5', 'now', '0', '7', 'now'].entries()) {
    crowd.splice(1, 1)[0]?.cut();
    await speaker.until(({ drafts }) => drafts.length > (i + 1) * 40);
    crowd.push(await watch(native, session, after === 'now' ? {} : { after }));
  }
  await Promise.all(crowd.map((client) => client.until((c) => c.has('run.finished'))));
  const whole = speaker.frames.map(seqIn).filter((seq) => seq > 0);
  expect(whole).toEqual(whole.map((_, i) => i + 1));
  expect(textOf(speaker)).toBe(`${Array.from({ length: 300 }, (_, i) => `w${i + 1} `).join('')}end`);
  for (const { frames } of crowd) {
    const seqs = frames.map(seqIn).filter((seq) => seq > 0);
    expect(seqs).toEqual(whole.slice((seqs[0] ?? 0) - 1));
  }
  await Promise.all(crowd.map((client) => client.close()));
});

it('lets a client go on in another dialect from where it stood', async () => {
  const session = await newSession();
  // One that shows whole messages has nothing to show before the end.
  const order = [...dialects.filter(({ traits }) => !traits.preview), native];
  const writer = await watch(native, session);
  await play(writer, [{ say: 'w', times: 500, everyMs: 4 }]);
  await writer.until((c) => c.has('text.delta'));
  let after = 0;
  let said = '';
  for (const [i, dialect] of order.entries()) {
    const client = await watch(dialect, session, { cursor: '1', after: String(after) });
    const isLast = i === order.length - 1;
    await client.until((c) =>
      isLast ? c.has('run.finished') : c.frames.filter(({ cursor }) => cursor).length > 2 || c.has('run.finished'),
    );
    said += textOf(client);
    after = Math.max(after, ...client.frames.map(({ cursor }) => cursor?.seq ?? 0));
    client.cut();
  }
  expect(said).toBe(Array.from({ length: 500 }, (_, i) => `w${i + 1} `).join(''));
  await writer.until((c) => c.has('run.finished'));
  await writer.close();
});

it('cuts a reader that does not read, keeps nobody else waiting, and lets it go on exactly', async () => {
  const session = await newSession();
  const reader = await watch(native, session);
  const idle = new WebSocket(`${server.url.replace('http', 'ws')}/v1/sessions/${session}/events?cursor=1`);
  await once(idle, 'open');
  const early: string[] = [];
  idle.on('message', (data) => early.push(data.toString()));
  idle.pause();
  await play(reader, [{ say: 'x'.repeat(20_000), times: 600 }]);
  await reader.until((c) => c.has('run.finished'));
  while (!/^polywire_readers_cut_total.* 1$/m.test(await metrics())) await pause(100);
  idle.resume();
  const [, reason] = (await once(idle, 'close')) as [number, Buffer];
  expect(String(reason)).toMatch(/resume from your cursor\. \/ .*请从游标处继续。$/);
  const seqs = (frames: readonly string[]) =>
    frames.map((data) => JSON.parse(data).seq).filter((seq) => seq !== undefined);
  const whole = seqs(reader.frames.map(({ data }) => data));
  const got = seqs(early);
  expect(got.length).toBeLessThan(whole.length);
  expect(got).toEqual(whole.slice(0, got.length));
  const back = await watch(native, session, { after: String(got.at(-1) ?? 0) });
  await back.until((c) => c.has('run.finished'));
  expect([...got, ...seqs(back.frames.map(({ data }) => data))]).toEqual(whole);
}, 60_000);

it('hears a client that has not read its replay: it stops the run', async () => {
  const session = await newSession();
  const reader = await watch(native, session);
  await play(reader, [{ say: 'x'.repeat(20_000), times: 600 }, ...endless]);
  await reader.until((c) => c.frames.length > 610);
  const idle = new WebSocket(`${server.url.replace('http', 'ws')}/v1/sessions/${session}/events?cursor=1`);
  await once(idle, 'open');
  idle.pause();
  idle.send(JSON.stringify({ type: 'run.stop' }));
  await reader.until((c) => c.has('run.finished'));
  expect(reader.drafts.at(-1)).toMatchObject({ type: 'run.finished', status: 'stopped' });
  // It was heard while its replay waited, and not because that was given up.
  expect(await metrics()).not.toMatch(/^polywire_readers_cut_total.* [1-9]/m);
  idle.terminate();
  await reader.close();
}, 30_000);

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
      ...pathSession(dialect),
    });
    await play(client, stops ? endless : slow);
    await client.until((c) => c.frames.length > 1);
    const session = (await sessions())[0] as string;
    client.cut();
    const later = await watch(native, session);
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
      const other = await watch(native, (await sessions())[0] as string);
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
      await expect.poll(() => statuses(session), { timeout: 10_000 }).toEqual(['stopped']);
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
      await expect.poll(() => statuses(session), { timeout: 10_000 }).toEqual(['complete', 'stopped']);
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
      await expect.poll(() => statuses(session), { timeout: 10_000 }).toEqual(['stopped', 'complete']);
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
      await expect.poll(() => statuses(session), { timeout: 10_000 }).toEqual(['stopped', 'stopped', 'stopped']);
    },
  );

  it.each(cancelling.map((dialect) => [dialect.name, dialect] as const))(
    '%s stops the runs of every session that it spoke to',
    async (_, dialect) => {
      const named = [await newSession(), await newSession()];
      const client = await RawClient.open(server.url, { dialect, endpoint: socketOf(dialect) });
      for (const session of named) {
        await client.send({ type: 'message.send', session, text: JSON.stringify(endless) });
        await expect.poll(() => statuses(session), { timeout: 10_000 }).toEqual(['active']);
      }
      client.cut();
      for (const session of named) {
        await expect.poll(() => statuses(session), { timeout: 10_000 }).toEqual(['stopped']);
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
      await expect.poll(() => statuses(session), { timeout: 10_000 }).toEqual(['complete']);
    },
  );

  const requests = cancelling.flatMap((dialect) =>
    conversing(dialect)
      .filter(({ framing }) => framing !== 'ws')
      .map((endpoint) => ({ name: `${dialect.name} ${endpoint.path}`, dialect, endpoint })),
  );
  it.each(requests)('$name stops the run while its message is still being written', async ({ dialect, endpoint }) => {
    const session = await newSession();
    const [frame] = dialect.client.encode({ type: 'message.send', session, text: JSON.stringify(endless) });
    const body = frame && 'data' in frame ? frame.data : '';
    const { host, hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const head = [`${endpoint.method} ${endpoint.path} HTTP/1.1`, `Host: ${host}`, 'Content-Type: application/json'];
    socket.end(`${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    await expect.poll(() => statuses(session), { timeout: 10_000 }).toEqual(['stopped']);
    socket.destroy();
  });
});

it('lets a client without cursors go on where its last connection ended', async () => {
  const plain = dialects.filter(
    ({ endpoints, traits }) =>
      endpoints.some(({ does, session }) => does === 'converse' && session === 'path') && traits.stream === 'turn',
  );
  expect(plain.length).toBeGreaterThan(0);
  for (const dialect of plain) {
    const session = await newSession();
    const first = await watch(dialect, session);
    await play(first, [{ say: 'n', times: 100, everyMs: 3 }]);
    await first.until((c) => c.frames.length > 5);
    await first.close();
    const second = await watch(dialect, session);
    await second.until((c) => c.frames.some(({ data }) => data.includes('n100 ')));
    expect(textOf(first) + textOf(second)).toBe(Array.from({ length: 100 }, (_, i) => `n${i + 1} `).join(''));
    await second.close();
  }
});

function seqIn({ data }: { readonly data: string }): number {
  return (JSON.parse(data) as { seq?: number }).seq ?? 0;
}

function textOf({ drafts }: RawClient): string {
  return drafts.map((draft) => (draft.type === 'text.delta' ? draft.delta : '')).join('');
}

function socketOf(dialect: Dialect): Endpoint {
  return conversing(dialect).find(({ framing }) => framing === 'ws') as Endpoint;
}

function pathSession(dialect: Dialect) {
  return socketOf(dialect).session === 'path' ? { session: randomUUID() } : {};
}

/** Attaches to a session, in whatever way the dialect does that. */
async function watch(dialect: Dialect, session: string, query: Record<string, string> = {}): Promise<RawClient> {
  const endpoint = socketOf(dialect);
  if (endpoint.session === 'path') return RawClient.open(server.url, { dialect, endpoint, session, query });
  const client = await RawClient.open(server.url, { dialect, endpoint, query });
  const wants = { cursor: query.cursor === '1', restore: query.restore === '1' };
  await client.send({ type: 'attach', session, after: query.after ?? formatCursor({ seq: 0, sub: 0 }), wants });
  return client;
}

/** How the session's runs stand, the first one first. Asked for, since a close stops nothing that somebody watches. */
async function statuses(session: string): Promise<string[]> {
  const response = await fetch(`${server.url}/v1/sessions/${session}/runs`);
  const page = (await response.json()) as { runs: { status: string }[] };
  return page.runs.map(({ status }) => status);
}

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

async function metrics(): Promise<string> {
  return (await fetch(`${server.url}/metrics`)).text();
}

async function newSession(): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${server.url}/v1/sessions`, { method: 'POST', headers, body: '{}' });
  return ((await response.json()) as { id: string }).id;
}

function play(client: RawClient, scenes: readonly Scene[]): Promise<void> {
  return client.send({ type: 'message.send', text: JSON.stringify(scenes) });
}

/** Ids of all sessions, the newest first. */
async function sessions(): Promise<string[]> {
  const response = await fetch(`${server.url}/v1/sessions`);
  const page = (await response.json()) as { sessions: { id: string }[] };
  return page.sessions.map(({ id }) => id);
}
