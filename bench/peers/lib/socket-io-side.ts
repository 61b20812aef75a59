import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type ServerOptions, type Socket } from 'socket.io';
import type { Carry, Side, Workload } from '../../server/contract.ts';
import { forReaders, gather } from '../../server/gather.ts';

export async function socketIoSide(workload: Workload, carry: Carry, options: ServerOptions): Promise<Side> {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'], ...options });
  const join = gather<Socket>(workload, (readers) => {
    const [only] = readers;
    if (readers.length === 1) void carry((text) => only?.emit('chunk', text));
    else void carry((text) => io.emit('chunk', text));
  });
  io.on('connection', (socket) => socket.on('go', (run) => join(run, socket)));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    port: (http.address() as AddressInfo).port,
    dialogues: forReaders(workload, (run) => ({
      transport: 'ws',
      path: '/socket.io/?EIO=4&transport=websocket',
      // Its own handshake, then an event.
      says: ['40', `42["go",${run}]`],
      isGreeted: true,
      chunkPrefix: '42["chunk"',
    })),
    close: () => io.close(),
  };
}
