import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dialectNamed } from '@polywire/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Running, startServer } from '../src/index.ts';

let server: Running;
beforeAll(async () => {
  server = await startServer({ port: 0, data: await mkdtemp(join(tmpdir(), 'polywire-')) });
});
afterAll(() => server.close());

it('answers a message over a real socket, frame by frame', async () => {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/v1/ws/s-1`);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'user_message', payload: { content: '你好, Polywire', session_id: 's-1' } }));
  const frames: { event: string; payload: { chunk?: string } }[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(data.toString())));
  while (frames.at(-1)?.event !== 'run_finished') await once(socket, 'message');
  expect(frames[0]).toMatchObject({
    event: 'run_started',
    payload: { session_id: 's-1', user_input: '你好, Polywire' },
  });
  expect(frames.map((frame) => frame.payload.chunk ?? '').join('')).toBe('你好, Polywire');
  expect(frames.at(-1)).toMatchObject({ payload: { status: 'completed' } });
  socket.close();
});

it('shows one session to a client of another dialect', async () => {
  const native = dialectNamed('native');
  const session = randomUUID();
  const watcher = new WebSocket(`${server.url.replace('http', 'ws')}/v1/sessions/${session}/events`);
  const speaker = new WebSocket(`${server.url.replace('http', 'ws')}/api/v1/ws/${session}`);
  await Promise.all([once(watcher, 'open'), once(speaker, 'open')]);
  const types: string[] = [];
  watcher.on('message', (data) => types.push((JSON.parse(data.toString()) as { type: string }).type));
  speaker.send(JSON.stringify({ type: 'user_message', payload: { content: 'hi' } }));
  while (types.at(-1) !== 'run.finished') await once(watcher, 'message');
  expect(types.filter((type) => type in native.traits.carries)).toEqual([
    'message.accepted',
    'run.started',
    'message.started',
    'text.delta',
    'message.completed',
    'checkpoint',
    'run.finished',
  ]);
  watcher.close();
  speaker.close();
});
