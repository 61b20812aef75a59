import { dialects } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { conversing, RawClient } from './support/client.ts';
import { nativeApi } from './support/native.ts';
import { outages } from './support/outages.ts';
import { askJson } from './support/raw.ts';
import { testServer } from './support/server.ts';

/** More than may be left where there is no room. */
const text = 'x'.repeat(50_000);
const wires = dialects.flatMap((dialect) => conversing(dialect).map((endpoint) => ({ dialect, endpoint })));

it.each(outages)(
  'refuses messages on every wire while $name, and takes them afterwards',
  async (given) => {
    const { config, status, code, says, prepare } = given;
    const server = await testServer(config, { report: () => undefined });
    const { call, newSession, start } = nativeApi(server.url);
    const session = await newSession();
    const sessions = await Promise.all(wires.map(() => newSession()));
    const outage = await prepare(server);
    await outage.begin();
    const isTold = (data: string) => data.includes(says.en) && data.includes(says.zh);
    const asked = wires.map(async ({ dialect, endpoint }, i) => {
      const named = { session: sessions[i] as string };
      if (endpoint.framing === 'ws') {
        const client = await RawClient.open(server.url, {
          dialect,
          endpoint,
          ...(endpoint.session === 'path' && named),
        });
        await client.send({ type: 'message.send', ...named, text });
        await client.until(({ frames }) => frames.some(({ data }) => isTold(data) && data.includes(code)));
        client.cut();
      } else {
        const [frame] = dialect.client.encode({ type: 'message.send', ...named, text });
        const answer = await askJson(server.url, endpoint.path, frame && 'data' in frame ? JSON.parse(frame.data) : {});
        expect([endpoint.path, answer.status, isTold(answer.body)]).toEqual([endpoint.path, status, true]);
      }
    });
    const [refused] = await Promise.all([call(`POST /v1/sessions/${session}/runs`, { input: text }), ...asked]);
    expect(refused).toMatchObject({ status, body: { error: { code, message: expect.stringContaining(says.zh) } } });
    await outage.end();
    await start(session, 'small', 'run.finished');
    await server.close();
  },
  60_000,
);
