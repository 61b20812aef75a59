import { type Dialect, dialects, type Endpoint } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import { conversing, RawClient } from './support/client.ts';
import { isEnd, nativeApi, script } from './support/native.ts';
import { outages } from './support/outages.ts';
import { testServer } from './support/server.ts';
import { newestSession, pathSession, statuses } from './support/watching.ts';

describe.each(outages)('a run that cannot be written, for $name', ({ config, code, says, prepare }) => {
  const words = ['stands still', says.en, says.zh];

  it('is told of to everybody who watches it, once, and goes on when it can', async () => {
    const server = await testServer(config, { report: () => undefined });
    const { newSession, start, runEvents } = nativeApi(server.url);
    const session = await newSession();
    const outage = await prepare(server);
    const run = await start(session, script({ say: 'x'.repeat(1_000), times: 300, everyMs: 10 }), 'text.delta');
    const clients = await Promise.all(dialects.map((dialect) => attach(server.url, dialect, session)));
    await outage.begin();
    await Promise.all(clients.map((client) => client.until((c) => told(c) > 0)));
    await outage.end();
    expect((await runEvents(run)).find(isEnd)).toMatchObject({ status: 'complete' });
    for (const [i, client] of clients.entries()) {
      await client.until((c) => c.has('run.finished'));
      expect([dialects[i]?.name, told(client)]).toEqual([dialects[i]?.name, dueOnce(dialects[i] as Dialect)]);
      await client.close();
    }
    await server.close();
  }, 60_000);

  it('is not stopped by those who began it and take that for its end', async () => {
    const server = await testServer(config, { report: () => undefined });
    const text = script({ say: 'xxx', times: 400, everyMs: 20 });
    const begun: { readonly name: string; readonly client: RawClient; readonly session: string }[] = [];
    for (const { name, dialect, endpoint } of wires) {
      const client = await RawClient.open(server.url, { dialect, endpoint, ...pathSession(endpoint) });
      await client.send({ type: 'message.send', text });
      await client.until(({ frames }) => frames.some(({ data }) => data.includes('xxx')));
      begun.push({ name, client, session: await newestSession(server.url) });
    }
    const outage = await prepare(server);
    await outage.begin();
    await Promise.all(begun.map(({ client }) => client.until((c) => told(c) > 0)));
    await outage.end();
    for (const { client } of begun) client.cut();
    for (const { name, session } of begun) {
      const ended = async () => ({ name, statuses: await statuses(server.url, session) });
      await expect.poll(ended, { timeout: 30_000 }).toEqual({ name, statuses: ['complete'] });
    }
    await server.close();
  }, 90_000);

  function told({ frames }: Pick<RawClient, 'frames'>): number {
    return frames.filter(({ data }) => words.every((each) => data.includes(each))).length;
  }

  /** Some dialects need two frames to say it. */
  function dueOnce({ server }: Dialect): number {
    const error = { code, message: words.join(' ') };
    return told({ frames: [...server.answer({ type: 'attach' }, { ok: false, error })] });
  }
});

const wires = dialects.flatMap((dialect) =>
  conversing(dialect).map((endpoint) => ({ name: `${dialect.name} ${endpoint.path}`, dialect, endpoint })),
);

async function attach(url: string, dialect: Dialect, session: string): Promise<RawClient> {
  const endpoint = conversing(dialect).find(({ framing }) => framing === 'ws') as Endpoint;
  const isNamed = endpoint.session === 'path';
  const client = await RawClient.open(url, { dialect, endpoint, ...(isNamed && { session, query: { after: '0' } }) });
  if (!isNamed) await client.send({ type: 'attach', session });
  return client;
}
