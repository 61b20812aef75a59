import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { LOCAL_OWNER, type Owners } from './owners.ts';

export interface GateOptions {
  /** The server listens on loopback addresses only. */
  readonly isLoopback: boolean;
  /** Host names it is reached by, besides loopback ones and addresses. */
  readonly hosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly owners: Owners;
}

export type Admission =
  | { readonly ok: true; readonly owner: string }
  | { readonly ok: false; readonly status: 401 | 403 | 421 | 429; readonly reason: string };

/** The subprotocol by which a browser's WebSocket brings its token. */
export const TOKEN_PROTOCOL = 'polywire.token.';
export const TOKEN_COOKIE = 'polywire_token';

/** The one door: nothing is routed and no socket is upgraded before it has let the request in. */
export class Gate {
  readonly #options: GateOptions;
  readonly #failures = new Map<string, { count: number; until: number }>();

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Host and origin: keeps other web pages out, whatever they know. */
  checkOrigin({ headers }: IncomingMessage): Admission {
    const host = hostOf(headers.host);
    if (!host || !this.#isOurs(host)) return { ok: false, status: 421, reason: 'this host name is not served here' };
    const { origin } = headers;
    if (origin === undefined || this.#options.allowedOrigins.includes(origin)) return { ok: true, owner: LOCAL_OWNER };
    const from = hostOf(origin.replace(/^https?:\/\//, ''));
    const isSame = origin.replace(/^https?:\/\//, '') === headers.host;
    if (isSame || (this.#options.isLoopback && from !== undefined && isLoopbackName(from)))
      return { ok: true, owner: LOCAL_OWNER };
    return { ok: false, status: 403, reason: 'this origin is not allowed; --allow-origin adds it' };
  }

  /** Who it is. */
  checkToken(request: IncomingMessage, now: number): Admission {
    if (!this.#options.owners.areNamed) return { ok: true, owner: LOCAL_OWNER };
    const token = tokenOf(request.headers);
    return token === undefined ? NO_TOKEN : this.checkThis(token, request.socket.remoteAddress ?? '', now);
  }

  /** The same for a token that came in a message. Wrong ones are slowed down by address. */
  checkThis(token: string, address: string, now: number): Admission {
    const failure = this.#failures.get(address);
    if (failure && failure.count >= FREE_TRIES && now < failure.until) {
      return { ok: false, status: 429, reason: 'too many wrong tokens; wait a little' };
    }
    const owner = this.#options.owners.ownerOf(token);
    if (owner !== undefined) return { ok: true, owner };
    if (this.#failures.size > MAX_ADDRESSES) this.#failures.clear();
    this.#failures.set(address, { count: (failure?.count ?? 0) + 1, until: now + THROTTLE_MS });
    return { ok: false, status: 401, reason: 'this token is not known' };
  }

  get needsToken(): boolean {
    return this.#options.owners.areNamed;
  }

  check(request: IncomingMessage, now: number): Admission {
    const origin = this.checkOrigin(request);
    return origin.ok ? this.checkToken(request, now) : origin;
  }

  /** A name that resolves to us by somebody else's will is not ours: names must be known, addresses may be any. */
  #isOurs(host: string): boolean {
    if (isLoopbackName(host) || this.#options.hosts.includes(host)) return true;
    return !this.#options.isLoopback && isAddress(host);
  }
}

const NO_TOKEN = { ok: false, status: 401, reason: 'a token is needed: Authorization: Bearer …' } as const;
const FREE_TRIES = 5;
const THROTTLE_MS = 10_000;
const MAX_ADDRESSES = 10_000;

function tokenOf(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
  const brought = protocols.find((each) => each.startsWith(TOKEN_PROTOCOL));
  if (brought !== undefined) return Buffer.from(brought.slice(TOKEN_PROTOCOL.length), 'base64url').toString();
  const cookie = (headers.cookie ?? '').split(';').map((each) => each.trim().split('='));
  const value = cookie.find(([name]) => name === TOKEN_COOKIE)?.[1];
  return value === undefined ? undefined : decodeURIComponent(value);
}

function hostOf(hostAndPort: string | undefined): string | undefined {
  if (hostAndPort === undefined) return undefined;
  return /^(\[[0-9a-f:.]+\]|[^:/@\s]+)(?::\d{1,5})?$/i.exec(hostAndPort)?.[1]?.toLowerCase();
}

function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

function isAddress(host: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(host) || host.startsWith('[');
}
