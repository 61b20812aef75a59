import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

type Request = Pick<IncomingMessage, 'headers'> & { readonly socket: { readonly remoteAddress?: string | undefined } };

/**
 * Which program calls, and from where: a browser tells the same of itself whether it fetches or opens a socket. It is
 * good for telling callers of one owner apart, not for trusting them.
 */
export function callerOf({ headers, socket }: Request): string {
  const told = [socket.remoteAddress, headers['x-forwarded-for'], headers['user-agent']].join('\0');
  return createHash('sha256').update(told).digest('base64url').slice(0, 12);
}
