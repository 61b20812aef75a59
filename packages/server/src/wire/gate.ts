import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { callerAddress } from './caller-address.ts';
import { isLoopback } from './loopback.ts';
import { LOCAL_OWNER, type Owners } from './owners.ts';
import { Throttle } from './throttle.ts';

export interface GateOptions {
  /** The server listens on loopback addresses only. */
  readonly isLoopback: boolean;
  /** Host names it is reached by, besides loopback ones and addresses. */
  readonly hosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly owners: Owners;
  /** Whether requests from this address are passed on by a proxy of ours. */
  isProxy(address: string): boolean;
}

/** Which page a request comes from: none, our own, one that was listed, or another one on this machine. */
export type Source = 'none' | 'own' | 'listed' | 'neighbour';

export type Refused = {
  readonly ok: false;
  readonly status: 400 | 401 | 403 | 421 | 429;
  readonly reason: string;
  /** It brought no token at all: where a first message may bring it, that is not the end. */
  readonly isMissing?: boolean;
};
export type Admission = { readonly ok: true; readonly owner: string } | Refused;

/** The subprotocol by which a browser's WebSocket brings its token. */
export const TOKEN_PROTOCOL = 'polywire.token.';
export const TOKEN_COOKIE = 'polywire_token';

/** The one door: nothing is routed and no socket is upgraded before it has let the request in. */
export class Gate {
  readonly #options: GateOptions;
  readonly #throttle = new Throttle();

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Host and origin: keeps other web pages out, whatever they know. */
  checkOrigin(request: IncomingMessage): { readonly ok: true; readonly source: Source } | Refused {
    const { headers } = request;
    if (hostsIn(request) > 1) return SEVERAL_HOSTS;
    const host = hostOf(headers.host);
    const named = hostInTarget(request.url);
    if (!host || !this.#isOurs(host) || (named !== undefined && named !== headers.host)) return UNKNOWN_HOST;
    const { origin } = headers;
    if (origin === undefined) return { ok: true, source: 'none' };
    if (this.#options.allowedOrigins.includes(origin)) return { ok: true, source: 'listed' };
    const [, authority] = /^https?:\/\/(.+)$/i.exec(origin) ?? [];
    if (authority === undefined) return FOREIGN_ORIGIN;
    if (authority === headers.host) return { ok: true, source: 'own' };
    const from = hostOf(authority);
    const isNeighbour = this.#options.isLoopback && from !== undefined && isLoopback(from);
    return isNeighbour ? { ok: true, source: 'neighbour' } : FOREIGN_ORIGIN;
  }

  /** Who it is. A cookie comes by itself, so it counts only on the way from a page that is ours or was listed. */
  checkToken(request: IncomingMessage, source: Source, now: number): Admission {
    const { owners } = this.#options;
    if (!owners.areNamed) return { ok: true, owner: LOCAL_OWNER };
    const { headers } = request;
    const token = bearerOf(headers) ?? protocolTokenOf(headers);
    if (token !== undefined) return this.checkThis(token, request, now);
    const cookie = source === 'neighbour' ? undefined : cookieOf(headers);
    return cookie === undefined ? NO_TOKEN : this.#admit(request, now, owners.ownerOfCookie(cookie));
  }

  /** The same for a token that came in a message. */
  checkThis(token: string, request: IncomingMessage, now: number): Admission {
    return this.#admit(request, now, this.#options.owners.ownerOf(token));
  }

  /** The owner came by a link that was given out: nobody guesses one, so it never waits for what others guess. */
  welcome(request: IncomingMessage, owner: string): void {
    const address = callerAddress(request, this.#options.isProxy);
    if (address !== undefined) this.#throttle.succeeded(address, owner);
  }

  /** Wrong secrets slow their address down. Until it may try again, it is not told whether one was right. */
  #admit(request: IncomingMessage, now: number, owner: string | undefined): Admission {
    const address = callerAddress(request, this.#options.isProxy);
    if (address !== undefined && this.#throttle.isBlocked(address, owner, now)) return TOO_MANY_TRIES;
    if (owner === undefined) {
      if (address !== undefined) this.#throttle.failed(address, now);
      return WRONG_TOKEN;
    }
    this.welcome(request, owner);
    return { ok: true, owner };
  }

  /** A name that resolves to us by somebody else's will is not ours: names must be known, addresses may be any. */
  #isOurs(host: string): boolean {
    if (isLoopback(host) || this.#options.hosts.includes(host)) return true;
    return !this.#options.isLoopback && isAddress(host);
  }
}

const UNKNOWN_HOST: Refused = {
  ok: false,
  status: 421,
  reason: 'This host name is not served here; --public-url adds it. / 此处不服务该主机名；可用 --public-url 添加。',
};
const SEVERAL_HOSTS: Refused = {
  ok: false,
  status: 400,
  reason: 'A request names one host. / 一个请求只能有一个主机名。',
};
const FOREIGN_ORIGIN: Refused = {
  ok: false,
  status: 403,
  reason: 'This origin is not allowed; --allow-origin adds it. / 不允许该网页来源；可用 --allow-origin 添加。',
};
const NO_TOKEN: Refused = {
  ok: false,
  status: 401,
  reason:
    'A token is needed: Authorization: Bearer …, or the link that the server prints. / 需要令牌：Authorization: Bearer …，或使用服务器打印的登录链接。',
  isMissing: true,
};
const WRONG_TOKEN: Refused = { ok: false, status: 401, reason: 'This token is not known. / 令牌无效。' };
const TOO_MANY_TRIES: Refused = {
  ok: false,
  status: 429,
  reason: 'Too many wrong tokens: wait a little. / 令牌错误次数过多，请稍候。',
};

function bearerOf({ authorization }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}

function protocolTokenOf(headers: IncomingHttpHeaders): string | undefined {
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
  const brought = protocols.find((each) => each.startsWith(TOKEN_PROTOCOL));
  return brought && Buffer.from(brought.slice(TOKEN_PROTOCOL.length), 'base64url').toString();
}

function cookieOf({ cookie = '' }: IncomingHttpHeaders): string | undefined {
  const pairs = cookie.split(';').map((each) => each.trim());
  return pairs.find((pair) => pair.startsWith(`${TOKEN_COOKIE}=`))?.slice(TOKEN_COOKIE.length + 1);
}

/** Who stands between may have looked at another one than we do. */
function hostsIn({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') count += 1;
  return count;
}

/** A target may be a whole address, as for a proxy: then it says for itself where it wants to go. */
function hostInTarget(target = ''): string | undefined {
  return target.startsWith('/') ? undefined : /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1];
}

function hostOf(hostAndPort: string | undefined): string | undefined {
  if (hostAndPort === undefined) return undefined;
  return /^(\[[0-9a-f:.]+\]|[^:/@\s]+)(?::\d{1,5})?$/i.exec(hostAndPort)?.[1]?.toLowerCase();
}

function isAddress(host: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(host) || host.startsWith('[');
}
