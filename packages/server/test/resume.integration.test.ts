import { randomUUID } from 'node:crypto';
import {
  type Cursor,
  type Dialect,
  dialectNamed,
  dialects,
  type Endpoint,
  formatCursor,
  type JsonObject,
  ndjsonReader,
  parseCursor,
  sseReader,
} from '@polywire/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { conversing, RawClient, type Received } from './support/client.ts';
import { serverForAll } from './support/open-server.ts';
import type { Scene } from './support/script-agent.ts';

const scenes: readonly Scene[] = [
  { think: 'Let me see …' },
  { say: '你好 ', times: 5 },
  { tool: 'search', args: { query: '部署' }, output: 'looking' },
  { say: 'Two\nlines and "quotes" 😀' },
  { tool: 'broken', fails: 'no luck' },
  { say: 'Done. [DONE]' },
];

const { server } = serverForAll();
let session: string;
beforeAll(async () => {
  session = await played(scenes);
});

const cases = dialects.flatMap((dialect) =>
  conversing(dialect)
    .filter(({ framing }) => framing === 'ws')
    .map((endpoint) => [`${dialect.name} ${endpoint.path}`, dialect, endpoint] as const),
);

describe.each(cases)('%s', (_, dialect, endpoint) => {
  it('goes on exactly after any frame', async () => {
    const whole = await framesAfter(dialect, endpoint, { seq: 0, sub: 0 });
    expect(whole.length).toBeGreaterThan(4);
    for (const [i, { cursor }] of whole.entries()) {
      if (i === whole.length - 1) break;
      const rest = await framesAfter(dialect, endpoint, cursor as Cursor, whole.length - i - 1);
      expect(rest).toEqual(whole.slice(i + 1));
    }
  });

  it('goes on after a restart of the server', async () => {
    const before = await framesAfter(dialect, endpoint, { seq: 0, sub: 0 });
    await server.restart();
    const { cursor } = before[Math.floor(before.length / 2)] as Received;
    const rest = await framesAfter(
      dialect,
      endpoint,
      cursor as Cursor,
      before.length - Math.floor(before.length / 2) - 1,
    );
    expect(rest).toEqual(before.slice(Math.floor(before.length / 2) + 1));
  });

  it.each(['1000000.0', 'nowhere'])('refuses %s, which is no place in it, in its own words', async (after) => {
    const client = await attach(dialect, endpoint, after);
    const told = refusalOf(dialect, endpoint, after);
    await client.until(
      ({ frames, isClosed }) => isClosed || told.some((each) => frames.some(({ data }) => data === each)),
    );
    expect(client.frames.filter(({ cursor }) => cursor !== undefined)).toEqual([]);
    // One that has no word for it says it in the close.
    if (told.length === 0) expect(client.closeReason).toBe(words(after).split(' / ')[0]);
    expect(client.frames.map(({ data }) => data)).toEqual(expect.arrayContaining(told));
    if (endpoint.session !== 'path') expect(client.isClosed).toBe(false);
    client.cut();
  });
});

const streams = dialects.flatMap((dialect) =>
  dialect.endpoints
    .filter(({ does, framing, path }) => does === 'attach' && framing !== 'ws' && path.includes('{session}'))
    .map((endpoint) => [`${dialect.name} ${endpoint.framing}`, endpoint] as const),
);
const places = [
  ['?after=1000000', {}],
  ['?after=nowhere', {}],
  ['', { 'last-event-id': '1000000.0' }],
] as const;

describe.each(streams)('%s', (_, { framing, path }) => {
  const accept = framing === 'sse' ? 'text/event-stream' : 'application/x-ndjson';

  it.each(places)('refuses %s %o before it streams anything', async (query, headers) => {
    const run = await lastRun();
    for (const template of [path, '/v1/runs/{run}/events']) {
      const target = template.replace('{session}', session).replace('{run}', run);
      const response = await fetch(`${server.url}${target}${query}`, { headers: { accept, ...headers } });
      expect([target, response.status]).toEqual([target, 422]);
      expect(await response.text()).toMatch(/ahead of the session|no place in this session/);
    }
  });
});

/** What a request brings that is to show a session after a place: all in its address, or in its body. */
const asking = dialects.flatMap((dialect) =>
  dialect.endpoints.flatMap((endpoint) => {
    const { framing, path, method, does, read } = endpoint;
    if ((framing !== 'sse' && framing !== 'ndjson') || path.includes('{run}')) return [];
    const wire = `${dialect.name} ${method} ${path} as ${framing}`;
    if (does === 'attach' && path.includes('{session}'))
      return [{ wire, dialect, framing, path, body: () => undefined }];
    const bodyAfter = (after: string, name: string) => {
      const command = { type: 'attach', session: name, after, wants: { cursor: true, restore: false } } as const;
      const [frame] = dialect.client.encode(command);
      return frame && 'data' in frame ? (JSON.parse(frame.data) as JsonObject) : undefined;
    };
    const takes = read?.({ params: {}, query: {}, body: bodyAfter('0.0', 's') ?? null }).values[0]?.type === 'attach';
    return takes ? [{ wire, dialect, framing, path, body: bodyAfter }] : [];
  }),
);

it('is asked for by requests in more than one dialect', () => {
  expect(new Set(asking.map(({ dialect }) => dialect.name)).size).toBeGreaterThan(2);
});

it.each(asking)('$wire goes on exactly after any frame', async (wire) => {
  const whole = await requested(wire, { seq: 0, sub: 0 });
  expect(whole.length).toBeGreaterThan(4);
  for (const [i, { cursor }] of whole.slice(0, -1).entries()) {
    expect(await requested(wire, cursor as Cursor)).toEqual(whole.slice(i + 1));
  }
});

it.each(asking)('$wire goes on after the last event id, as a browser that comes back to one address', async (wire) => {
  const beginning = { seq: 0, sub: 0 };
  const whole = await requested(wire, beginning);
  const { cursor } = whole[2] as { cursor: Cursor };
  expect(await requested(wire, beginning, { 'last-event-id': formatCursor(cursor) })).toEqual(whole.slice(3));
});

/** The frames after a place, to the last event of the session. */
async function requested({ dialect, framing, path, body }: (typeof asking)[number], after: Cursor, more = {}) {
  const place = formatCursor(after);
  const sent = body(place, session);
  const headers = {
    accept: framing === 'sse' ? 'text/event-stream' : 'application/x-ndjson',
    'content-type': 'application/json',
    ...more,
  };
  const response = await fetch(
    `${server.url}${path.replace('{session}', session)}?cursor=1${sent ? '' : `&after=${place}`}`,
    { headers, ...(sent && { method: 'POST', body: JSON.stringify(sent) }) },
  );
  const decoder = dialect.client.decoder({ id: session, variant: '', utcOffsetMin: 0, locale: 'en', baseUrl: '' });
  const reader = (framing === 'sse' ? sseReader : ndjsonReader)({ maxChars: 1e6 });
  const frames: Received[] = [];
  for await (const chunk of response.body ?? []) {
    for (const frame of reader.push(chunk).frames) {
      const told = decoder.push(frame).signals?.find((signal) => signal.kind === 'cursor')?.cursor;
      const cursor = told ?? ('id' in frame ? parseCursor(String(frame.id)) : undefined);
      if (cursor) frames.push({ data: frame.data, cursor });
    }
    if (frames.at(-1)?.cursor?.seq === lastSeq) return frames;
  }
  return frames;
}

/** Requests that are answered by a stream, and can say that a message is one that was sent before. */
const posting = dialects.flatMap((dialect) =>
  conversing(dialect).flatMap((endpoint) => {
    const [frame] = dialect.client.encode({ type: 'message.send', text: 'hello', ref: 'r' });
    const body = frame && 'data' in frame ? (JSON.parse(frame.data) as JsonObject) : null;
    const isKept = endpoint.read?.({ params: {}, query: {}, body }).values.some(({ ref }) => ref === 'r');
    return endpoint.framing !== 'ws' && isKept ? [{ wire: `${dialect.name} ${endpoint.path}`, dialect, endpoint }] : [];
  }),
);

it('is posted again in more than one dialect', () => {
  expect(new Set(posting.map(({ dialect }) => dialect.name)).size).toBeGreaterThan(1);
});

it.each(posting)('$wire answers a message that is posted again as it did before', async ({ dialect, endpoint }) => {
  let name: string | undefined = dialect.traits.unknownSession === 'refuse' ? undefined : randomUUID();
  const posted = async (ref: string, text: string) => {
    const client = new RawClient(server.url, { dialect, endpoint, ...(name && { session: name }) });
    await client.send({ type: 'message.send', text, ref });
    await client.until(({ isClosed }) => isClosed);
    name = client.session;
    return client.frames.map(({ data }) => data);
  };
  const question: Scene[] = [{ say: 'Well. ' }, { ask: 'Which colour?' }, { say: ' The end.' }];
  const asked = await posted('one', JSON.stringify(question));
  expect(asked.join()).toContain('Which colour?');
  expect(await posted('one', JSON.stringify(question))).toEqual(asked);
  const answered = await posted('two', 'blue');
  expect(answered.join()).toContain('The end.');
  expect(await posted('two', 'blue')).toEqual(answered);
  expect(await posted('one', JSON.stringify(question))).toEqual(asked);
});

it('refuses a cursor in a session that is not there yet, and waits for it without one', async () => {
  const inPath = cases.filter(([, , endpoint]) => endpoint.session === 'path');
  for (const [, dialect, endpoint] of inPath) {
    const name = dialect.traits.sessionIds === 'integer' ? '987654' : randomUUID();
    const options = { dialect, endpoint, session: name };
    const early = await RawClient.open(server.url, { ...options, query: { cursor: '1', after: '7.0' } });
    await early.until(({ isClosed }) => isClosed);
    const waiting = await RawClient.open(server.url, { ...options, query: { cursor: '1', after: '0.0' } });
    await waiting.send({ type: 'message.send', text: 'hello' });
    await waiting.until((c) => c.has('run.finished'));
    await waiting.close();
  }
});

async function lastRun(): Promise<string> {
  const { runs } = (await (await fetch(`${server.url}/v1/sessions/${session}/runs`)).json()) as {
    runs: { id: string }[];
  };
  return runs.at(-1)?.id ?? '';
}

const words = (after: string) =>
  after === 'nowhere'
    ? `${after} is no place in this session. / ${after} 不是该会话中的位置。`
    : 'The cursor is ahead of the session. / 游标超前于该会话。';

/** The frames that say so: of its decoder, where that reads cursors, or of its answers. */
function refusalOf(dialect: Dialect, endpoint: Endpoint, after: string): string[] {
  const command = { type: 'attach', session, after, wants: { cursor: true, restore: false } } as const;
  const sent = endpoint.session === 'path' ? [] : dialect.client.encode(command);
  const read = sent.flatMap((each) => ('data' in each ? [dialect.server.commands().push(each)] : []));
  const complaints = read.flatMap(({ replies = [] }) => replies);
  const refusal = { ok: false, error: { code: 'INVALID', message: words(after) } } as const;
  const frames = complaints.length > 0 ? complaints : dialect.server.answer(command, refusal);
  return frames.map(({ data }) => data);
}

/** The frames of the whole session that come after `after`; the last event of it tells that these are all. */
async function framesAfter(dialect: Dialect, endpoint: Endpoint, after: Cursor, count?: number): Promise<Received[]> {
  const client = await attach(dialect, endpoint, formatCursor(after));
  const counted = () => client.frames.filter(({ cursor }) => cursor !== undefined);
  await client.until(() =>
    count === undefined ? counted().at(-1)?.cursor?.seq === lastSeq : counted().length >= count,
  );
  const frames = counted();
  client.cut();
  return frames;
}

async function attach(dialect: Dialect, endpoint: Endpoint, after: string): Promise<RawClient> {
  if (endpoint.session === 'path') {
    const query = { cursor: '1', after };
    return RawClient.open(server.url, { dialect, endpoint, session, query });
  }
  const client = await RawClient.open(server.url, { dialect, endpoint, query: { cursor: '1' } });
  await client.send({ type: 'attach', session, after, wants: { cursor: true, restore: false } });
  return client;
}

let lastSeq = 0;
async function played(script: readonly Scene[]): Promise<string> {
  const native = dialectNamed('native');
  const name = randomUUID();
  const client = await RawClient.open(server.url, {
    dialect: native,
    endpoint: conversing(native)[0] as Endpoint,
    session: name,
  });
  await client.send({ type: 'message.send', text: JSON.stringify(script) });
  await client.until((c) => c.has('run.finished'));
  lastSeq = client.frames.at(-1)?.cursor?.seq ?? 0;
  await client.close();
  return name;
}
