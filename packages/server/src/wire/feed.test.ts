import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Cursor,
  type Dialect,
  dialectNamed,
  framesFor,
  isAfter,
  type RunEvent,
  type StreamInfo,
  wholeOf,
} from '@polywire/protocol';
import { expect, it, onTestFinished, vi } from 'vitest';
import { appendBatch } from '../log/append-batch.ts';
import type { EventLog } from '../log/contract.ts';
import { Stretch } from '../log/stretch.ts';
import { Tally } from '../observe/tally.ts';
import { storeUnderTest } from '../store/sqlite/testing.ts';
import { Feed } from './feed.ts';
import { formatOf } from './format.ts';
import { httpSink } from './http-sink.ts';
import { PieceEncoder } from './piece-encoder.ts';
import type { Sink } from './sink.ts';
import { MAX_AHEAD_BYTES, PAUSE_BYTES, Watcher } from './watcher.ts';

const native = dialectNamed('native');
const oneDragon = dialectNamed('onedragon');
const stream: StreamInfo = { id: 's', variant: 'plain', utcOffsetMin: 0, locale: 'en', baseUrl: '' };

const report = (error: unknown) => {
  throw error;
};

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
  const feed = new Feed({ session: 's', dialect: native, stream, log, tally: new Tally().of('native'), report });
  const place = { seq: 0, sub: 0 };
  const watcher = new Watcher({ sink, after: place, byTurn: false, host: nobody });
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

it('goes on in the middle of a run as if it had been there, whatever names of events the run’s tools gave', async () => {
  const { log } = await storeUnderTest();
  const words = (seq: number): RunEvent => ({
    type: 'text.delta',
    ...{ seq, at: seq, runId: 'r', messageId: 'm', delta: `word ${seq} ` },
  });
  const events: RunEvent[] = [
    { type: 'run.started', seq: 1, at: 1, runId: 'r' },
    { type: 'message.started', seq: 2, at: 2, runId: 'r', messageId: 'm', role: 'assistant' },
    words(3),
    {
      type: 'tool.finished',
      ...{ seq: 4, at: 4, runId: 'r', callId: 'c', name: 'look', outcome: 'ok', result: { type: 'run.started' } },
    },
    words(5),
    words(6),
    { type: 'message.completed', seq: 7, at: 7, runId: 'r', messageId: 'm' },
  ];
  await appendBatch(log, { session: 's', owner: 'ann', expected: 0, epoch: 1, events });
  const after = wholeOf(5);
  const encoder = oneDragon.server.encoder(stream);
  const plain = { cursor: false, restore: false };
  const due = framesFor(
    events.flatMap((event) => encoder.push(event)).filter((frame) => isAfter(frame, after)),
    plain,
  );
  const reader = await newReader();
  const feed = new Feed({ session: 's', dialect: oneDragon, stream, log, tally: new Tally().of('onedragon'), report });
  const sink = httpSink(reader.response, 'ndjson', plain);
  const watcher = new Watcher({ sink, after, byTurn: false, host: nobody });
  await feed.attach(watcher);
  await expect.poll(() => watcher.isBehind).toBe(false);
  sink.end();
  expect((await reader.text).trim().split('\n')).toEqual(due.map(({ data }) => data));
});

it.each([
  ['nowhere', [], 0],
  ['with the first event', [1], 0],
  ['with the first event of those that are looked through first', [1, 1_489], 1_488],
  ['with the last of those that are looked through next', [1, 1_488], 1_487],
  ['right where the reader goes on', [1, 2_000], 1_999],
  ['after the reader goes on', [1, 2_001], 0],
  ['again among those that are looked through together', [1, 1_600, 1_700, 1_800], 1_799],
])('goes on far from where its run began, which is %s', async (_, starts, position) => {
  const { log } = await storeUnderTest();
  const events = Array.from({ length: 2_040 }, (_, i) => eventAt(i + 1, starts));
  await appendBatch(log, { session: 's', owner: 'ann', expected: 0, epoch: 1, events });
  const after = wholeOf(2_000);
  const encoder = oneDragon.server.encoder(stream);
  const due = events.flatMap((event) => encoder.push(event)).filter((frame) => isAfter(frame, after));
  const feed = feedOf(log, oneDragon, report);
  const { sink, lines } = collecting();
  const read = vi.spyOn(log, 'read');
  await attachedTo(feed, sink, after);
  expect(lines()).toEqual(framesFor(due, sink.format.wants).map(({ data }) => data));
  const positions = read.mock.calls.filter(([, , , enough]) => enough === MAX_AHEAD_BYTES).map(([, at]) => at);
  expect(positions[0]).toBe(position);
});

/** One run after another, each with one message; before the first there is none. */
function eventAt(seq: number, starts: readonly number[]): RunEvent {
  const start = starts.filter((at) => at <= seq).at(-1);
  if (start === undefined) return { type: 'notice', seq, at: seq, of: 'test', text: `notice ${seq}` };
  const of = { seq, at: seq, runId: `r${start}` };
  const messageId = `m${start}`;
  if (seq === start) return { type: 'run.started', ...of };
  if (seq === start + 1) return { type: 'message.started', messageId, role: 'assistant', ...of };
  if (seq === 2_039) return { type: 'message.completed', messageId, ...of };
  if (seq === 2_040 || starts.includes(seq + 1)) return { type: 'run.finished', status: 'complete', ...of };
  return { type: 'text.delta', messageId, delta: `word ${seq} `, ...of };
}

it('gives a reader who does not read no more than the line holds, and keeps the rest', async () => {
  const sink = httpSink(await slowReader(), 'ndjson', { cursor: false, restore: false });
  const watcher = new Watcher({ sink, after: { seq: 0, sub: 0 }, byTurn: false, host: nobody });
  const events = Array.from({ length: 200 }, (_, i): RunEvent => {
    return { type: 'text.delta', seq: i + 1, at: i, messageId: 'm', delta: 'x'.repeat(PAUSE_BYTES / 4) };
  });
  const stretch = Stretch.ofEvents(1, events);
  const encoder = new PieceEncoder(native, stream);
  const reached = encoder.pour(stretch, watcher.cursor, (piece) => watcher.takeAlone(piece));
  expect(sink.buffered).toBeGreaterThan(PAUSE_BYTES);
  expect(sink.buffered).toBeLessThan(MAX_AHEAD_BYTES + 2 * PAUSE_BYTES);
  // What it was not given was not made either, and is read again.
  expect(reached).toBeLessThan(30);
  expect(watcher.cursor.seq).toBe(reached);
  watcher.stop();
});

it('cuts a reader whose line throws, and no other', async () => {
  const { log } = await storeUnderTest();
  const reported: unknown[] = [];
  const feed = feedOf(log, native, (error) => reported.push(error));
  const [bad, good] = [collecting(), collecting()];
  for (const { sink } of [bad, good]) await attachedTo(feed, sink);
  const broken = new Error('the line is broken');
  bad.sink.write = () => {
    throw broken;
  };
  await say(log, 0, 3);
  await say(log, 3, 3);
  expect(good.said()).toEqual([1, 2, 3, 4, 5, 6]);
  expect([bad.cut.length, good.cut.length]).toEqual([1, 0]);
  expect(reported).toContain(broken);
});

it('goes on from the log where the encoder that readers share has thrown', async () => {
  const { log } = await storeUnderTest();
  const reported: unknown[] = [];
  let isBroken = false;
  const broken = new Error('the encoder is broken');
  const dialect: Dialect = {
    ...native,
    server: {
      ...native.server,
      encoder(stream) {
        const encoder = native.server.encoder(stream);
        return {
          ...encoder,
          push(...args) {
            if (isBroken) throw broken;
            return encoder.push(...args);
          },
        };
      },
    },
  };
  const feed = feedOf(log, dialect, (error) => reported.push(error));
  const readers = [collecting(), collecting()];
  for (const { sink } of readers) await attachedTo(feed, sink);
  await say(log, 0, 3);
  isBroken = true;
  const saying = say(log, 3, 3);
  log.watch('s', {
    hear() {
      isBroken = false;
    },
  });
  await saying;
  for (const { said } of readers) await expect.poll(said).toEqual([1, 2, 3, 4, 5, 6]);
  await say(log, 6, 1);
  for (const { said, cut } of readers) expect([said(), cut]).toEqual([[1, 2, 3, 4, 5, 6, 7], []]);
  expect(reported).toEqual([broken]);
});

function feedOf(log: EventLog, dialect: Dialect, report: (error: unknown) => void): Feed {
  return new Feed({ session: 's', dialect, stream, log, tally: new Tally().of(dialect.name), report });
}

async function attachedTo(feed: Feed, sink: Sink, after: Cursor = { seq: 0, sub: 0 }): Promise<void> {
  const watcher = new Watcher({ sink, after, byTurn: false, host: nobody });
  await feed.attach(watcher);
  await expect.poll(() => watcher.isBehind).toBe(false);
}

function say(log: EventLog, expected: number, count: number) {
  const events = Array.from(
    { length: count },
    (_, i): RunEvent => ({ type: 'text.delta', seq: expected + i + 1, at: i, messageId: 'm', delta: 'word ' }),
  );
  return appendBatch(log, { session: 's', owner: 'ann', expected, epoch: 1, events });
}

/** Somebody who takes everything at once. */
function collecting() {
  const texts: string[] = [];
  const cut: string[] = [];
  const sink: Sink = {
    format: formatOf('ndjson', { cursor: false, restore: false }),
    write: (bytes) => texts.push(bytes.toString()) > 0,
    buffered: 0,
    onceDrained: () => undefined,
    end: () => undefined,
    cut: (reason) => cut.push(reason),
  };
  const lines = () => texts.flatMap((text) => text.split('\n')).filter((line) => line !== '');
  const said = () => lines().map((line) => JSON.parse(line).seq as number);
  return { sink, cut, lines, said };
}

async function newReader(): Promise<{ response: ServerResponse; text: Promise<string> }> {
  const server = createServer().listen(0, '127.0.0.1');
  const request = once(server, 'request');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const text = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).then((answer) => answer.text());
  const [, response] = (await request) as [unknown, ServerResponse];
  return { response, text };
}

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

const nobody = { turnEnded: () => undefined, halted: () => undefined };
