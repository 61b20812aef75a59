import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Side, Workload } from './contract.ts';
import { forReaders, gather } from './gather.ts';

export interface WsReader {
  readonly ws: WebSocket;
  /** What is under it. */
  readonly socket: Socket;
}

/** A server whose readers say `go`; when the last reader of a run has, it begins. */
export async function wsSide(workload: Workload, begin: (readers: readonly WsReader[]) => void): Promise<Side> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  const join = gather<WsReader>(workload, begin);
  server.on('connection', (ws, { url, socket }) => ws.on('message', () => join(Number(url?.slice(1)), { ws, socket })));
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
}
