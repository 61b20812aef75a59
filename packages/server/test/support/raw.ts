import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { dialects, type Endpoint } from '@polywire/protocol';
import { WebSocket } from 'ws';

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An HTTP request that may lie about everything; the target is sent as it is. */
export async function ask(
  url: string,
  target: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const request = httpRequest({ hostname, port, method, path: target, headers, agent: false });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  // Who was answered before all was sent may be cut off in the rest.
  request.on('error', () => undefined);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() };
}

export function askJson(url: string, target: string, body: unknown, { method = 'POST', headers = {} }: Asked = {}) {
  const type = { 'content-type': 'application/json' };
  return ask(url, target, { method, headers: { ...type, ...headers }, body: JSON.stringify(body) });
}

/** What becomes of a WebSocket handshake: a socket, or the answer that refused it. */
export async function knockAt(
  url: string,
  path: string,
  { headers = {}, protocols = [] }: { headers?: Readonly<Record<string, string>>; protocols?: readonly string[] } = {},
): Promise<{ ws: WebSocket } | { status: number; body: string }> {
  const ws = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, [...protocols], { headers });
  return new Promise((resolve, reject) => {
    ws.once('open', () => resolve({ ws }));
    ws.once('unexpected-response', async (_, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
    });
    ws.once('error', reject);
  });
}

/** A socket that must open. */
export async function openSocket(...args: Parameters<typeof knockAt>): Promise<WebSocket> {
  const opened = await knockAt(...args);
  if (!('ws' in opened)) throw new Error(`refused with ${opened.status}: ${opened.body}`);
  return opened.ws;
}

/** The code with which the other side closes. */
export async function closeCode(ws: WebSocket): Promise<number> {
  return (await goodbye(ws))[0];
}

/** The same, and what it says of it. */
export async function goodbye(ws: WebSocket): Promise<readonly [code: number, reason: string]> {
  if (ws.readyState === WebSocket.CLOSED) throw new Error('it was closed before');
  const [code, reason] = (await once(ws, 'close')) as [number, Buffer];
  return [code, String(reason)];
}

/** A bare connection after a WebSocket handshake, paused: frames can be sent that no library would write. */
export async function rawSocket(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    [
      `GET ${path} HTTP/1.1`,
      `Host: ${host}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '\r\n',
    ].join('\r\n'),
  );
  let received = Buffer.alloc(0);
  while (!received.includes('\r\n\r\n'))
    received = Buffer.concat([received, (await once(socket, 'data'))[0] as Buffer]);
  if (!received.toString().startsWith('HTTP/1.1 101')) {
    socket.destroy();
    throw new Error(received.toString());
  }
  // Frames may have come in the same packet.
  socket.pause();
  socket.unshift(received.subarray(received.indexOf('\r\n\r\n') + 4));
  return socket;
}

/** A frame of a client, masked with zeros. */
export function clientFrame(opcode: number, payload: Buffer, { fin = true, length = payload.length } = {}): Buffer {
  const size = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const head = Buffer.alloc(2 + size + 4);
  head[0] = (fin ? 0x80 : 0) | opcode;
  head[1] = 0x80 | (size === 0 ? length : size === 2 ? 126 : 127);
  if (size === 2) head.writeUInt16BE(length, 2);
  if (size === 8) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

/** Everything that the dialects listen on, with something in each place of a path. */
export const addresses: readonly { readonly dialect: string; readonly endpoint: Endpoint; readonly path: string }[] =
  dialects.flatMap(({ name, endpoints }) =>
    endpoints.map((endpoint) => ({ dialect: name, endpoint, path: endpoint.path.replaceAll(/\{\w+\}/g, '1') })),
  );

export const socketAddresses = addresses.filter(({ endpoint }) => endpoint.framing === 'ws');
export const httpAddresses = addresses.filter(({ endpoint }) => endpoint.framing !== 'ws');
