import { dialects, formatCursor } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { linesUntil } from './support/api.ts';
import { conversing, RawClient, talkingSockets } from './support/client.ts';
import { isEnd, script } from './support/native.ts';
import { serverForEach } from './support/open-server.ts';

const { server, native } = serverForEach();

const endless = script({ say: 'word', times: 100_000, everyMs: 2 });

it('ends the stream of everybody who watches a session that is removed, in the middle of its run', async () => {
  const session = await native.newSession();
  await native.start(session, endless, 'text.delta');
  const watchers = await Promise.all(
    talkingSockets.map(async ({ dialect, endpoint }) => {
      const inPath = endpoint.session === 'path';
      const query = { cursor: '1', after: '0.0' };
      const client = await RawClient.open(server.url, { dialect, endpoint, ...(inPath && { session, query }) });
      if (!inPath) await client.send({ type: 'attach', session, after: formatCursor({ seq: 0, sub: 0 }) });
      return client;
    }),
  );
  const streams = ['text/event-stream', 'application/x-ndjson'].map((accept) =>
    linesUntil(`${server.url}/v1/sessions/${session}/events`, { accept }),
  );
  const other = await native.newSession();
  const kept = await native.start(other, script({ say: 'kept', times: 300, everyMs: 1 }), 'text.delta');
  await Promise.all(watchers.map((client) => client.until(({ frames }) => frames.length > 0)));

  expect((await native.call(`DELETE /v1/sessions/${session}`)).status).toBe(204);
  for (const client of watchers) await client.until(({ isClosed }) => isClosed);
  expect(watchers.map(({ closeCode }) => closeCode)).toEqual(watchers.map(() => 1000));
  for (const { status, isWhole } of await Promise.all(streams)) expect([status, isWhole]).toEqual([200, true]);
  expect((await native.call(`GET /v1/sessions/${session}`)).status).toBe(404);
  expect((await native.call(`GET /v1/sessions/${session}/events`)).status).toBe(404);

  const whole = await native.runEvents(kept);
  expect(whole.at(-1)).toMatchObject({ type: 'run.finished', status: 'complete' });
  await server.restart();
  expect(await native.runEvents(kept)).toEqual(whole);
  expect((await native.call(`GET /v1/sessions/${session}`)).status).toBe(404);
});

it('leaves nothing of a removed session to one that gets its name', async () => {
  const session = await native.newSession();
  await native.start(session, endless, 'text.delta');
  await native.call(`DELETE /v1/sessions/${session}`);
  const dialect = dialects.find(({ traits }) => traits.unknownSession !== 'refuse' && traits.sessionIds !== 'integer');
  const endpoint = dialect && conversing(dialect).find((each) => each.session === 'path' && each.framing === 'ws');
  if (!dialect || !endpoint) throw new Error('no dialect lets a client name a session');
  const client = await RawClient.open(server.url, { dialect, endpoint, session });
  await client.send({ type: 'message.send', text: 'anew' });
  await client.until((c) => c.has('run.finished'));
  const events = await native.sessionEvents(session, isEnd);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
  expect(JSON.stringify(events)).not.toContain('word');
  await client.close();
});

it('ends what is being told of a session that is removed, where its frames are asked for', async () => {
  const session = await native.newSession();
  const run = await native.start(session, script({ say: 'word'.repeat(2_500), times: 3_000 }), 'run.started');
  await native.runEvents(run);
  const response = await fetch(`${server.url}/v1/sessions/${session}/frames?dialect=native`);
  const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  let bytes = (await reader.read()).value?.length ?? 0;
  await native.call(`DELETE /v1/sessions/${session}`);
  for (let next = await reader.read(); !next.done; next = await reader.read()) bytes += next.value.length;
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(3_000 * 10_000);
});
