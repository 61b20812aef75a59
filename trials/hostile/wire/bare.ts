import { once } from 'node:events';
import { connect } from 'node:net';
import { codeIn } from './raw-attack.ts';
import type { Stage } from './stage/stage.ts';

export interface Bare {
  /** Of every answer that came, in order. */
  readonly statuses: readonly number[];
  /** Of the close, where it was upgraded. */
  readonly code?: number;
}

/** Writes bytes to a bare connection, whatever they are, and waits until the server ends it. */
export async function bare(
  stage: Stage,
  pieces: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
  { thenEnd = false } = {},
): Promise<Bare> {
  const { hostname, port } = new URL(stage.url);
  // The server's end is not ours: some attacks go on writing.
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  let received = Buffer.alloc(0);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket
    .on('error', () => socket.destroy())
    .on('data', (chunk) => {
      received = Buffer.concat([received, chunk as Buffer]);
      if (closeOf(received) !== undefined) socket.destroy();
    })
    .on('end', () => socket.destroy());
  await once(socket, 'connect');
  for await (const piece of pieces) {
    if (socket.destroyed) break;
    const isTaken = socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);
    if (!isTaken) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  }
  if (thenEnd) socket.end();
  await closed;
  const heads = [...received.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g)];
  const code = closeOf(received);
  return { statuses: heads.map(([, status]) => Number(status)), ...(code !== undefined && { code }) };
}

/** Where the connection became a WebSocket: the code that it was closed with. */
function closeOf(received: Buffer): number | undefined {
  const end = received.indexOf('\r\n\r\n');
  return end >= 0 && received.subarray(0, 12).toString() === 'HTTP/1.1 101'
    ? codeIn(received.subarray(end + 4))
    : undefined;
}

/** The head of a WebSocket handshake; `fields` in place of the usual ones, none where they are empty. */
export function handshake(stage: Stage, path: string, fields: Readonly<Record<string, string>> = {}): string {
  const { method = 'GET', version = 'HTTP/1.1', ...others } = fields;
  const headers = {
    Host: new URL(stage.url).host,
    Authorization: stage.headers.authorization ?? '',
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version': '13',
    ...others,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]));
  return `${[`${method} ${path} ${version}`, ...lines].join('\r\n')}\r\n\r\n`;
}

/** The head of a request with a body. */
export function posting(stage: Stage, { method, path }: { method: string; path: string }, more: string): string {
  const { host } = new URL(stage.url);
  const auth = stage.headers.authorization ?? '';
  return `${method} ${stage.place(path)} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${auth}\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;
}
