import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { StartSide } from '../contract.ts';
import { forReaders, gather } from '../gather.ts';

/** What one would write in an afternoon: a `ws.send` per chunk, nothing stored, nothing to resume. */
export const start: StartSide = async (workload, carry) => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  const join = gather<WebSocket>(workload, (readers) => {
    void carry((text) => {
      const data = JSON.stringify({ type: 'chunk', text });
      for (const reader of readers) reader.send(data);
    });
  });
  server.on('connection', (ws, request) => ws.on('message', () => join(Number(request.url?.slice(1)), ws)));
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    dialogues: forReaders(workload, (run) => ({
      transport: 'ws',
      path: `/${run}`,
      says: ['go'],
      chunkPrefix: '{"type":"chunk"',
    })),
    async close() {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
};
