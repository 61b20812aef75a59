import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Where a request comes from. The proxies in front of us speak for others and say for whom: what stands before their
 * own word, the client wrote itself. undefined where they do not say: their address is everybody's.
 */
export function callerAddress(
  {
    headers,
    socket,
  }: Pick<IncomingMessage, 'headers'> & { readonly socket: { readonly remoteAddress?: string | undefined } },
  isProxy: (address: string) => boolean,
): string | undefined {
  const peer = plain(socket.remoteAddress ?? '');
  if (!isProxy(peer)) return peer;
  const told = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const caller = told
    .map(plain)
    .reverse()
    .find((address) => !isProxy(address));
  return caller !== undefined && isIP(caller) > 0 ? caller : undefined;
}

/** One that IPv6 only carries is the same as it is in IPv4. */
function plain(address: string): string {
  return address.trim().replace(/^::ffff:(?=\d+\.)/i, '');
}
