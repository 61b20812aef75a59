import { randomUUID } from 'node:crypto';
import type { Dialect, Endpoint, Json } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import { RawClient, type Received, talkingSockets } from './support/client.ts';
import { script } from './support/native.ts';
import { serverForAll, serverForEach } from './support/open-server.ts';

const { server, native } = serverForEach({ whenBusy: 'reject' });

const named = talkingSockets.filter(({ endpoint }) => endpoint.session === 'message');

const stream = { id: '', variant: '', utcOffsetMin: 0, locale: 'en', baseUrl: '' } as const;
/** Which frames are greetings: the same but for the session and the time. */
function greetingsIn({ server }: Dialect, frames: readonly Received[]): readonly number[] {
  const kinds = server.greet(stream, 0).map(({ data }) => kindOf(data));
  return frames.flatMap(({ data }, i) => (kinds.includes(kindOf(data)) ? [i] : []));
}
function kindOf(data: string): string {
  const { type, status, message } = JSON.parse(data) as Record<string, Json>;
  return JSON.stringify({ type, status, message });
}

const LONG = script({ say: 'w', times: 100_000, everyMs: 5 });

/** A session in which a run is under way, so that every message is refused. */
async function busySession(dialect: Dialect): Promise<string> {
  const session = await native.newSession();
  await native.start(session, LONG, 'text.delta');
  return nameOf(dialect, session);
}

async function nameOf({ name }: Dialect, session: string): Promise<string> {
  const { body } = await native.call<{ names: Record<string, string> }>(`GET /v1/sessions/${session}`);
  return body.names[name] ?? '';
}

/** A message that is of the wrong shape. */
function broken({ client }: Dialect, session: string): string {
  const [frame] = client.encode({ type: 'message.send', session, text: 'hello' });
  return frame && 'data' in frame ? frame.data.replace('"hello"', '5') : '';
}

async function connect(dialect: Dialect, endpoint: Endpoint, session?: string): Promise<RawClient> {
  return RawClient.open(server.url, { dialect, endpoint, ...(session !== undefined && { session }) });
}

it.each(talkingSockets)(
  'comes first and once at $path of $name where a message is taken',
  async ({ dialect, endpoint }) => {
    const isInPath = endpoint.session === 'path';
    const session = dialect.traits.sessionIds === 'integer' ? '77' : randomUUID();
    const client = await connect(dialect, endpoint, isInPath ? session : undefined);
    await client.send({ type: 'message.send', text: script({ say: 'hello' }) });
    await client.until((it) => it.has('run.finished'));
    const count = dialect.server.greet(stream, 0).length;
    expect(greetingsIn(dialect, client.frames)).toEqual([0].slice(0, count));
    client.cut();
  },
);

describe.each(named)('at $path of $name, where messages name the session', ({ dialect, endpoint }) => {
  const first = [0].slice(0, dialect.server.greet(stream, 0).length);
  const isRefused = ({ frames }: RawClient) => frames.some(({ data }) => data.includes('A run is under way'));

  it('begins the answer to a message that is refused', async () => {
    const client = await connect(dialect, endpoint, await busySession(dialect));
    await client.send({ type: 'message.send', text: 'hello' });
    await client.until(isRefused);
    expect(greetingsIn(dialect, client.frames)).toEqual(first);
    client.cut();
  });

  it('begins the answer to a message that is broken', async () => {
    const session = await busySession(dialect);
    const client = await connect(dialect, endpoint, session);
    client.sendText(broken(dialect, session));
    await client.until(({ frames }) => frames.length > first.length);
    expect(greetingsIn(dialect, client.frames)).toEqual(first);
    client.cut();
  });

  it('does not come where another session is shown', async () => {
    const [shown, busy] = [await native.newSession(), await busySession(dialect)];
    const client = await connect(dialect, endpoint);
    await client.send({ type: 'message.send', session: await nameOf(dialect, shown), text: LONG });
    await client.until((it) => it.has('text.delta'));
    await client.send({ type: 'message.send', session: busy, text: 'hello' });
    await client.until(isRefused);
    expect(greetingsIn(dialect, client.frames)).toEqual(first);
    const { length } = client.drafts;
    await client.until(({ drafts }) => drafts.length > length);
    client.cut();
  });

  it('comes again where the answer of another session is over', async () => {
    const [shown, busy] = [await native.newSession(), await busySession(dialect)];
    const client = await connect(dialect, endpoint);
    await client.send({ type: 'message.send', session: await nameOf(dialect, shown), text: script({ say: 'hello' }) });
    await client.until((it) => it.has('run.finished'));
    const { length } = client.frames;
    await client.send({ type: 'message.send', session: busy, text: 'hello' });
    await client.until(isRefused);
    expect(greetingsIn(dialect, client.frames.slice(length))).toEqual(first);
    client.cut();
  });

  it('does not come where a broken message names no session that there is', async () => {
    const client = await connect(dialect, endpoint, 'nowhere');
    client.sendText(broken(dialect, 'nowhere'));
    await client.until(({ frames }) => frames.length > 0);
    expect(greetingsIn(dialect, client.frames)).toEqual([]);
    client.cut();
  });

  it('does not come where there is nothing to watch', async () => {
    const client = await connect(dialect, endpoint, 'nowhere');
    await client.send({ type: 'attach', session: 'nowhere' });
    await client.until(({ frames }) => frames.length > 0);
    expect(greetingsIn(dialect, client.frames)).toEqual([]);
    client.cut();
  });
});

const strict = named.filter(({ dialect }) => dialect.traits.unknownSession === 'refuse');

it.each(strict)('does not come at $path of $name where there is no such session', async ({ dialect, endpoint }) => {
  const client = await connect(dialect, endpoint, 'nowhere');
  await client.send({ type: 'message.send', session: 'nowhere', text: 'hello' });
  await client.until(({ frames }) => frames.some(({ data }) => data.includes('There is no session')));
  expect(greetingsIn(dialect, client.frames)).toEqual([]);
  client.cut();
});

describe('where the first message brings the token', () => {
  const { server } = serverForAll({ tokens: { ann: 'ann-has-this-token' } });
  const knocking = talkingSockets.filter(({ endpoint }) => endpoint.token === 'first-message');

  it.each(knocking)('does not come at $path of $name for a token that is not known', async ({ dialect, endpoint }) => {
    const client = await RawClient.open(server.url, { dialect, endpoint });
    await client.send({ type: 'message.send', session: 'somewhere', text: 'hello', token: 'wrong' });
    await client.until(({ closeCode }) => closeCode !== undefined);
    expect(client.frames).not.toEqual([]);
    expect(greetingsIn(dialect, client.frames)).toEqual([]);
  });
});
