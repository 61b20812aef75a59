import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Gate, TOKEN_COOKIE } from './gate.ts';
import { allowOrigin, answerPreflight, isPreflight, setHeaders } from './headers.ts';
import { LOGIN_PATH, type Login } from './login.ts';
import { addressOf } from './match.ts';
import type { Owners } from './owners.ts';
import { REFUSAL_POLICY, refusalPage, wantsPage } from './refusal-page.ts';

export interface FrontOptions {
  readonly gate: Gate;
  readonly owners: Owners;
  readonly login: Login;
  /** Paths that need no token. */
  readonly open: ReadonlySet<string>;
  /** Pages of other sites were allowed. */
  readonly isShared: boolean;
  /** The browser reaches us over TLS. */
  readonly isSecure: boolean;
  readonly baseUrl: () => string;
  now(): number;
}

/** Whose request it is, for those behind the front. */
const admitted = new WeakMap<IncomingMessage, string>();

export function ownerOf(request: IncomingMessage): string {
  const owner = admitted.get(request);
  if (owner === undefined) throw new Error('a request came past the gate');
  return owner;
}

/** Stands before all routes: whatever the path and the method, the gate comes first. */
export function front(options: FrontOptions, route: RequestListener): RequestListener {
  const { gate, owners, login, now } = options;
  return (request, response) => {
    setHeaders(request, response, options.isShared);
    const origin = gate.checkOrigin(request);
    if (!origin.ok) return refuse(request, response, origin.status, origin.reason);
    allowOrigin(request, response, origin.source);
    if (isPreflight(request)) return answerPreflight(request, response);
    const { path } = addressOf(request.url);
    const isLogin = owners.areNamed && `${path}/`.startsWith(LOGIN_PATH);
    if (isLogin && request.method === 'GET') return enter(options, request, response, path);
    const isOpen = options.open.has(path);
    const admission = isOpen ? { ok: true as const, owner: '' } : gate.checkToken(request, origin.source, now());
    if (!admission.ok) return refuse(request, response, admission.status, admission.reason);
    if (isLogin && request.method === 'POST') {
      const link = `${options.baseUrl()}${login.issue(admission.owner, now())}`;
      return answer(response, 201, { link }, { 'cache-control': 'no-store' });
    }
    admitted.set(request, admission.owner);
    route(request, response);
  };
}

/** A link is spent for a cookie, and leads to the page. */
function enter(options: FrontOptions, request: IncomingMessage, response: ServerResponse, path: string): void {
  const { gate, owners, login, now } = options;
  const owner = login.redeem(path.slice(LOGIN_PATH.length), now());
  if (owner === undefined) return refuse(request, response, 401, SPENT);
  gate.welcome(request, owner);
  const secure = options.isSecure ? '; Secure' : '';
  const cookie = `${TOKEN_COOKIE}=${owners.cookieOf(owner)}; Path=/; HttpOnly; SameSite=Strict${secure}`;
  response.writeHead(303, { location: '/', 'set-cookie': cookie, 'cache-control': 'no-store' }).end();
}

const SPENT = 'This link was used or is too old: ask for another. / 该链接已被使用或已过期，请重新获取。';

function refuse(request: IncomingMessage, response: ServerResponse, status: number, detail: string): void {
  const headers = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  if (!wantsPage(request)) return answer(response, status, { detail }, headers);
  response.setHeader('content-security-policy', REFUSAL_POLICY);
  response.writeHead(status, { ...headers, 'content-type': 'text/html; charset=utf-8' });
  response.end(refusalPage(detail));
}

function answer(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
