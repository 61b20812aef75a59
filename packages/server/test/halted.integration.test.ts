import { type Dialect, dialects, type Endpoint } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { conversing, RawClient } from './support/client.ts';
import { isEnd, nativeApi, script } from './support/native.ts';
import { testServer } from './support/server.ts';

const WORDS = /stands still.*There is no room left to store this/;

it('tells everybody who watches a run that there is no room for it, once, and goes on when there is', async () => {
  const server = await testServer({ maxDataMb: 8 }, { report: () => undefined });
  const { call, newSession, start, runEvents } = nativeApi(server.url);
  const [session, hoard] = [await newSession(), await newSession()];
  const fill = async (chars: number) => {
    while ((await call(`POST /v1/sessions/${hoard}/runs`, { input: 'y'.repeat(chars) })).status < 300);
  };
  await fill(400_000);
  const run = await start(session, script({ say: 'x'.repeat(1_000), times: 300, everyMs: 10 }), 'text.delta');
  const clients = await Promise.all(dialects.map((dialect) => attach(server.url, dialect, session)));
  await fill(20_000);
  await Promise.all(clients.map((client) => client.until((c) => told(c) > 0)));
  expect((await call(`DELETE /v1/sessions/${hoard}`)).status).toBe(204);
  expect((await runEvents(run)).find(isEnd)).toMatchObject({ status: 'complete' });
  for (const [i, client] of clients.entries()) {
    await client.until((c) => c.has('run.finished'));
    expect([dialects[i]?.name, told(client)]).toEqual([dialects[i]?.name, dueOnce(dialects[i] as Dialect)]);
    await client.close();
  }
  await server.close();
}, 60_000);

function told({ frames }: Pick<RawClient, 'frames'>): number {
  return frames.filter(({ data }) => WORDS.test(data)).length;
}

/** Some dialects need two frames to say it. */
function dueOnce({ server }: Dialect): number {
  const error = { code: 'STORAGE_FULL', message: 'It stands still. There is no room left to store this.' } as const;
  return told({ frames: [...server.answer({ type: 'attach' }, { ok: false, error })] });
}

async function attach(url: string, dialect: Dialect, session: string): Promise<RawClient> {
  const endpoint = conversing(dialect).find(({ framing }) => framing === 'ws') as Endpoint;
  const isNamed = endpoint.session === 'path';
  const client = await RawClient.open(url, { dialect, endpoint, ...(isNamed && { session, query: { after: '0' } }) });
  if (!isNamed) await client.send({ type: 'attach', session });
  return client;
}
