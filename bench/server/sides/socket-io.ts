import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import type { Dialogue, StartSide } from '../contract.ts';

export const dialogue: Dialogue = {
  path: () => '/socket.io/?EIO=4&transport=websocket',
  // Its own handshake, then an event.
  says: ['40', '42["go"]'],
  isGreeted: true,
  chunkPrefix: '42["chunk"',
};

/** An `emit` per chunk, over WebSocket alone; nothing stored. */
export const start: StartSide = async (_, carry) => {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'] });
  io.on('connection', (socket) => {
    socket.on('go', () => void carry((text) => socket.emit('chunk', text)));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return { port: (http.address() as AddressInfo).port, close: () => io.close() };
};
