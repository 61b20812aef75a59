import { randomInt, randomUUID } from 'node:crypto';
import { dialects } from '@polywire/protocol';
import { expect, it } from 'vitest';
import type { Agent } from '../src/index.ts';
import { conversing, RawClient } from './support/client.ts';
import { serverForEach } from './support/open-server.ts';

const painter: Agent = {
  name: 'painter',
  async run({ emit }) {
    emit({ type: 'image', imageId: 'i', url: '/files/f' });
    return undefined;
  },
};

const { server } = serverForEach({}, { agents: [painter] });

const stream = { id: '1', variant: '', utcOffsetMin: 0, locale: 'en', baseUrl: '' } as const;

/** Those that do not send the event as it is stored. */
const wires = dialects
  .filter(({ server }) => !server.encoder(stream).pushDelta)
  .flatMap((dialect) =>
    conversing(dialect).map((endpoint) => ({ name: `${dialect.name} ${endpoint.path}`, dialect, endpoint })),
  );

it.each(wires)('a picture is where its reader can fetch it: $name', async ({ dialect, endpoint }) => {
  for (const host of ['127.0.0.1', 'localhost']) {
    const url = server.url.replace('127.0.0.1', host);
    const session = dialect.traits.sessionIds === 'integer' ? String(randomInt(1_000_000)) : randomUUID();
    const named = endpoint.session === 'path' ? { session } : {};
    const client = await RawClient.open(url, { dialect, endpoint, ...named });
    await client.send({ type: 'message.send', text: 'paint' });
    await client.until((c) => c.has('run.finished'));
    expect(client.frames.map(({ data }) => data).join('\n')).toContain(`${url}/files/f`);
    await client.close();
    for (const request of dialect.client.encode({ type: 'call', what: 'sessions.runs', params: { id: session } })) {
      if ('path' in request) expect(await (await fetch(`${url}${request.path}`)).text()).toContain(`${url}/files/f`);
    }
  }
});
