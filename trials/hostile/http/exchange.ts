import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Sends bytes and, behind them, a request that ends the connection where it is read as one. Gives the status of every
 * answer before that one's; 0 where there was none.
 */
export async function exchange(url: string, bytes: string): Promise<number[]> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk as Buffer));
  // Refused while it is still being sent: what was answered before counts.
  socket.on('error', () => socket.destroy());
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  socket.write(bytes, 'latin1');
  socket.write(`OPTIONS / HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${url}\r\n${PREFLIGHT}\r\nConnection: close\r\n\r\n`);
  await closed;
  const text = Buffer.concat(chunks).toString('latin1');
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  const own = statuses.filter((status) => status >= 200 && status !== LAST_STATUS);
  return own.length > 0 ? own : [0];
}

/** Nothing else is answered with this status. */
const PREFLIGHT = 'Access-Control-Request-Method: GET';
const LAST_STATUS = 204;
