import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { Dialogue, StartSide } from '../contract.ts';

export const dialogue: Dialogue = { path: (run) => `/${run}`, says: ['go'], chunkPrefix: '{"type":"chunk"' };

/** What one would write in an afternoon: a `ws.send` per chunk, nothing stored, nothing to resume. */
export const start: StartSide = async (_, carry) => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.on('connection', (ws) => {
    ws.on('message', () => void carry((text) => ws.send(JSON.stringify({ type: 'chunk', text }))));
  });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
};
