import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  readonly port: number;
  /** What was asked of it, with the headers. */
  readonly hits: string[];
  close(): void;
}

/** A server inside that nobody may reach by way of ours. */
export function victim(host: string, port = 0): Promise<Listening> {
  return listening(host, port, (_, response) => response.setHeader('content-type', 'text/plain').end('internal'));
}

/** A server that may be reached, and sends everybody on: `/?status=302&to=…`, or to one place whatever is asked. */
export function redirector(host: string, to?: string): Promise<Listening> {
  return listening(host, 0, ({ url = '' }, response) => {
    const { searchParams: query } = new URL(url, 'http://x');
    const status = Number(query.get('status') ?? 307);
    // Headers are bytes.
    const location = Buffer.from(query.get('to') ?? to ?? '/').toString('latin1');
    response.writeHead(status, { location, connection: 'close' }).end();
  });
}

async function listening(host: string, port: number, answer: RequestListener): Promise<Listening> {
  const hits: string[] = [];
  const server: Server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    answer(request, response);
  });
  // Who asks to upgrade is sent on like everybody.
  server.on('upgrade', (request, socket) => {
    hits.push(`upgrade ${request.url}`);
    // Whoever was refused may hang up rudely.
    socket.on('error', () => socket.destroy());
    socket.end(`HTTP/1.1 307 Temporary Redirect\r\nLocation: ws://127.0.0.1:9/\r\nConnection: close\r\n\r\n`);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    hits,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
