import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Source } from './gate.ts';

/** On everything that is sent: what a browser must not do with it, whatever it is. */
export function setHeaders({ headers }: IncomingMessage, response: ServerResponse, isShared: boolean): void {
  response.setHeader('content-security-policy', pagePolicy(headers.host ?? ''));
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('x-frame-options', 'DENY');
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  response.setHeader('cross-origin-resource-policy', isShared ? 'cross-origin' : 'same-site');
}

/** A page that loads and runs what this server gave it, and nothing else. The host has passed the gate. */
export function pagePolicy(
  host: string,
  extra: { scripts?: readonly string[]; styles?: readonly string[]; places?: readonly string[] } = {},
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...(extra.scripts ?? [])].join(' '),
    ["style-src 'self'", ...(extra.styles ?? [])].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "worker-src 'self'",
    [`connect-src 'self' ws://${host} wss://${host}`, ...(extra.places ?? [])].join(' '),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** For what somebody uploaded: even opened by itself it can do nothing. */
export const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/** Lets pages of an admitted origin read the answer; cookies are for those that were listed. */
export function allowOrigin({ headers }: IncomingMessage, response: ServerResponse, source: Source): void {
  response.setHeader('vary', 'Origin');
  if (headers.origin === undefined || source === 'none') return;
  response.setHeader('access-control-allow-origin', headers.origin);
  response.setHeader('access-control-expose-headers', 'content-disposition, retry-after');
  if (source === 'listed') response.setHeader('access-control-allow-credentials', 'true');
}

export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}

export function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE');
  response.setHeader('access-control-allow-headers', 'authorization, content-type, last-event-id, accept-language');
  response.setHeader('access-control-max-age', '600');
  if (headers['access-control-request-private-network'] === 'true') {
    response.setHeader('access-control-allow-private-network', 'true');
  }
  response.writeHead(204).end();
}
