import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { Operator } from './operator.ts';

let server: WebSocketServer;
/** References of messages, as they came. */
let came: string[];
let say: (socket: WebSocket, ref: string) => void;

beforeEach(async () => {
  came = [];
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) =>
    socket.on('message', (data) => {
      const { ref } = JSON.parse(String(data)) as { ref: string };
      came.push(ref);
      say(socket, ref);
    }),
  );
  await once(server, 'listening');
});
afterEach(() => void server.close());

/** What an operator sends on a second connection, when the first one ended. */
async function sentAgain(): Promise<readonly string[]> {
  const operator = new Operator('session');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const connection of [1, 2]) {
    await operator.attach(url);
    if (connection === 2) came = [];
    await operator.work(() => false).catch(() => undefined);
    operator.leave();
  }
  return came;
}

it('sends again what nobody said a word of', async () => {
  let last = 'message-0';
  say = (socket, ref) => {
    if (ref !== last) return;
    last = 'message-1';
    socket.close();
  };
  expect(await sentAgain()).toEqual(['message-0', 'message-1']);
});

it('does not hide that a message was lost by sending it again when it was acknowledged', async () => {
  say = (socket, ref) => {
    if (ref === 'message-0') socket.send(JSON.stringify({ type: 'answer', to: 'message.send', ref, ok: true }));
    else socket.close();
  };
  expect(await sentAgain()).toEqual(['message-1']);
});
