import { randomUUID } from 'node:crypto';
import { dialects } from '@polywire/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { conversing, RawClient } from './support/client.ts';
import { type NativeApi, nativeApi } from './support/native.ts';
import { serverForAll } from './support/open-server.ts';

const tokens = { ann: 'ann-has-this-token', bob: 'bob-has-another-one' };
const headers = { ann: { authorization: `Bearer ${tokens.ann}` }, bob: { authorization: `Bearer ${tokens.bob}` } };

const { server } = serverForAll({ tokens, wireLimits: { messagesPerMinute: 0 } });
let ann: NativeApi;
let bob: NativeApi;
beforeAll(async () => {
  ann = nativeApi(server.url, headers.ann);
  bob = nativeApi(server.url, headers.bob);
});

const naming = dialects.flatMap((dialect) =>
  conversing(dialect)
    .filter(({ framing }) => framing === 'ws' && dialect.traits.unknownSession !== 'refuse')
    .filter(() => dialect.traits.sessionIds !== 'integer')
    .map((endpoint) => ({ name: dialect.name, path: endpoint.path, dialect, endpoint })),
);

/** All that Bob can find out about the session that he began by that name. */
async function seenBy({ dialect, endpoint }: (typeof naming)[number], name: string): Promise<string> {
  const client = await RawClient.open(server.url, { dialect, endpoint, session: name, headers: headers.bob });
  await client.send({ type: 'message.send', text: 'hello from bob', ref: 'r1' });
  await client.until(({ drafts }) => drafts.some(({ type }) => type === 'run.finished'));
  await client.close();
  const id = name.toLowerCase();
  const runs = await bob.call<{ runs: { id: string; session: string }[] }>(`GET /v1/sessions/${id}/runs`);
  const [run] = runs.body.runs;
  const { body: list } = await bob.call<{ sessions: { id: string }[] }>('GET /v1/sessions?limit=500');
  const elsewhere = dialects.filter(({ traits }) => traits.sessionIds !== 'integer');
  const told = elsewhere.map(async ({ name: dialect }) => {
    const address = `${server.url}/v1/sessions/${id}/frames?dialect=${dialect}`;
    return (await fetch(address, { headers: headers.bob })).text();
  });
  const seen = {
    session: await bob.call(`GET /v1/sessions/${id}`),
    runs,
    run: await bob.call(`GET /v1/runs/${run?.id}`),
    listed: list.sessions.filter((each) => each.id === id).length,
    found: (await bob.call<{ hits: { session: string }[] }>('GET /v1/search?q=hello')).body.hits.filter(
      ({ session }) => session === id,
    ).length,
    greeting: await firstFrame(`/v1/runs/${run?.id}/events`),
    told: await Promise.all(told),
    frames: client.frames.length,
  };
  return masked(JSON.stringify(seen, null, 1), name, run?.id ?? '');
}

/** Times differ, and so do names that a dialect makes of the session's own. */
function masked(text: string, name: string, run: string): string {
  return text
    .replaceAll(new RegExp(name, 'gi'), '<name>')
    .replaceAll(run, '<run>')
    .replaceAll(/"\d+"/g, '<number>')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<made of the name>')
    .replaceAll(/\d{13}|duration\w*\W+[\d.]+|\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, '<time>');
}

async function firstFrame(path: string): Promise<string> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`, { headers: headers.bob });
  const frame = await new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
  socket.terminate();
  return frame;
}

describe('a session whose name another owner has too', () => {
  it.each(naming)('cannot be told from any other, begun on $path of $name', async (it) => {
    const taken = await ann.newSession();
    expect(await seenBy(it, taken)).toEqual(await seenBy(it, randomUUID()));
    expect(await seenBy(it, (await ann.newSession()).toUpperCase())).toEqual(
      await seenBy(it, randomUUID().toUpperCase()),
    );
    expect((await ann.call(`GET /v1/sessions/${taken}/messages`)).body).toMatchObject({ id: taken, messages: [] });
  });
});
