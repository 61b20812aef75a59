import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dialogue, Side, Workload } from './contract.ts';
import { forReaders, gather } from './gather.ts';

/** A side that answers each reader's request with a stream of events. */
export async function httpSide(
  workload: Workload,
  chunkPrefix: string,
  begin: (responses: readonly ServerResponse[]) => void,
): Promise<Side> {
  const join = gather<ServerResponse>(workload, begin);
  const http = createServer((request, response) => join(Number(request.url?.slice(1)), response));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    port: (http.address() as AddressInfo).port,
    dialogues: forReaders(workload, (run): Dialogue => ({ transport: 'sse', path: `/${run}`, chunkPrefix })),
    async close() {
      http.closeAllConnections();
      http.close();
    },
  };
}

export const SSE_HEAD = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };
