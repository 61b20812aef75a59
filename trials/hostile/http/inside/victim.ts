import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';

export interface Listening {
  readonly port: number;
  /** What was asked of it, with the headers. */
  readonly hits: string[];
  /** Who connected, also where nothing was asked: half a TLS handshake is one too many. */
  readonly connections: string[];
  close(): void;
}

/** A server inside that nobody may reach by way of ours, at one port of several addresses. */
export async function victim(hosts: readonly string[], port = 0): Promise<Listening> {
  const answer: RequestListener = (_, response) => response.setHeader('content-type', 'text/plain').end('internal');
  const all: Listening[] = [];
  for (const host of hosts) all.push(await listening(host, all[0]?.port ?? port, answer));
  return {
    port: all[0]?.port ?? port,
    get hits() {
      return all.flatMap(({ hits }) => hits);
    },
    get connections() {
      return all.flatMap(({ connections }) => connections);
    },
    close() {
      for (const each of all) each.close();
    },
  };
}

/** This machine, by its addresses that the corpus spells; the one of IPv6 where there is IPv6. */
export function loopbacks(): readonly string[] {
  const hasIPv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'));
  return ['127.0.0.1', '127.127.127.127', ...(hasIPv6 ? ['::1'] : [])];
}

/** A server that may be reached, and sends everybody on: `/?status=302&to=…`, or to one place whatever is asked. */
export function redirector(host: string, to = '/'): Promise<Listening> {
  const answer: RequestListener = ({ url = '' }, response) => {
    const { searchParams: query } = new URL(url, 'http://x');
    const status = Number(query.get('status') ?? 307);
    // Headers are bytes.
    const location = Buffer.from(query.get('to') ?? to).toString('latin1');
    response.writeHead(status, { location, connection: 'close' }).end();
  };
  return listening(host, 0, answer, to.replace(/^http/, 'ws'));
}

async function listening(host: string, port: number, answer: RequestListener, socketsTo = '/'): Promise<Listening> {
  const hits: string[] = [];
  const connections: string[] = [];
  const server: Server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    answer(request, response);
  });
  server.on('connection', () => connections.push(`a connection to ${host}`));
  // Who asks to upgrade is sent on like everybody.
  server.on('upgrade', (request, socket) => {
    hits.push(`upgrade ${request.url}`);
    // Whoever was refused may hang up rudely.
    socket.on('error', () => socket.destroy());
    socket.end(`HTTP/1.1 307 Temporary Redirect\r\nLocation: ${socketsTo}\r\nConnection: close\r\n\r\n`);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    hits,
    connections,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
