import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that quotes to everybody what they brought, with a status of its own for each in turn. */
export async function startParrot(): Promise<{ readonly url: string; readonly heard: string[]; close(): void }> {
  const heard: string[] = [];
  const statuses = [401, 400, 500, 404, 422, 200];
  const quoted = ({ url, headers }: IncomingMessage) => JSON.stringify({ url, headers });
  const server = createServer((request, response) => {
    const said = `You brought ${quoted(request)}`;
    heard.push(said);
    request.resume();
    const status = statuses[heard.length % statuses.length] ?? 500;
    const body = { detail: said, error: { message: said, type: 'x', code: said }, message: said };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.on('upgrade', (request, socket) => {
    // Whoever was refused may hang up rudely.
    socket.on('error', () => socket.destroy());
    const said = `You brought ${quoted(request)}`;
    heard.push(said);
    const body = JSON.stringify({ detail: said });
    socket.end(
      `HTTP/1.1 403 Forbidden\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
