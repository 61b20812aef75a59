import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { dialectNamed, type RunEvent, type StreamInfo } from '@polywire/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { appendBatch } from '../log/append-batch.ts';
import { Tally } from '../observe/tally.ts';
import { storeUnderTest } from '../store/sqlite/testing.ts';
import { Feed } from './feed.ts';
import { httpSink } from './http-sink.ts';
import { Watcher } from './watcher.ts';

const native = dialectNamed('native');
const stream: StreamInfo = { id: 's', variant: 'plain', utcOffsetMin: 0, locale: 'en', baseUrl: '' };

it('writes nothing after the end where a session is removed while its reader waits to read on', async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on('uncaughtException', note);
  onTestFinished(() => void process.off('uncaughtException', note));
  const { log } = await storeUnderTest();
  const events = Array.from(
    { length: 100 },
    (_, i): RunEvent => ({ type: 'text.delta', seq: i + 1, at: i, messageId: 'm', delta: 'word ' }),
  );
  await appendBatch(log, { session: 's', owner: 'ann', expected: 0, epoch: 1, events });
  const sink = httpSink(await slowReader(), 'sse', { cursor: false, restore: false });
  const feed = new Feed('s', native, stream, log, new Tally().of('native'));
  const nothing = () => undefined;
  const place = { seq: 0, sub: 0 };
  const watcher = new Watcher({ sink, after: place, byTurn: false, onTurnEnd: nothing, onEnd: nothing });
  // Somebody else has had all the time for reading that this turn has.
  await log.read('s', 0, 1);
  for (const began = performance.now(); performance.now() - began < 10; );
  const attached = feed.attach(watcher);
  // Whatever it does before it waits for the next turn.
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
  log.removeNow('s');
  feed.end();
  await attached;
  await pause(50);
  expect(uncaught).toEqual([]);
});

/** The response to somebody at the far end of a slow line: the system takes no more, and some of it waits here. */
async function slowReader(): Promise<ServerResponse> {
  const server = createServer().listen(0, '127.0.0.1');
  const request = once(server, 'request');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  client.pause();
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const [, response] = (await request) as [unknown, ServerResponse];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  while (response.writableLength === 0) {
    response.write(Buffer.alloc(8_192, ':'));
    await pause(1);
  }
  return response;
}
