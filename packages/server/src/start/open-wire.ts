import type { RequestListener, Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { dialects as registered } from '@polywire/protocol';
import { HEALTH_PATH, observeRoutes } from '../observe/routes.ts';
import { serveOpenApi } from '../openapi.ts';
import { type Address, otherAddresses } from '../wire/addresses.ts';
import type { Wire } from '../wire/contract.ts';
import { front } from '../wire/front.ts';
import { Gate } from '../wire/gate.ts';
import { httpServer } from '../wire/http.ts';
import { Shares, wireLimitsWith } from '../wire/limits.ts';
import { Login } from '../wire/login.ts';
import { isLoopback } from '../wire/loopback.ts';
import { servePage } from '../wire/page.ts';
import { Sockets } from '../wire/sockets.ts';
import type { Start } from './contract.ts';
import type { Door } from './door.ts';
import type { Cast } from './open-agents.ts';
import type { Data } from './open-data.ts';

export interface OpenWire {
  readonly requests: RequestListener;
  readonly sockets: Sockets;
  readonly shares: Shares;
  /** All that is answered. */
  readonly answered: readonly Address[];
  loginLinks(): readonly { readonly owner: string; readonly url: string }[];
}

export interface Behind {
  readonly data: Data;
  readonly cast: Cast;
  readonly wire: Wire;
  /** Those that listen, from the time they do, and their addresses. */
  readonly servers: readonly Server[];
  readonly urls: readonly string[];
  isReady(): boolean;
}

/** Everything that answers requests and sockets. Nobody can reach it yet. */
export async function openWire(start: Start, door: Door, behind: Behind): Promise<OpenWire> {
  const { config, parts, report, now } = start;
  const { dialects = registered } = parts;
  const { owners, addresses } = door;
  const { cast, data, wire, urls } = behind;
  const isBehindProxy = config.publicUrl !== undefined;
  const gate = new Gate({
    isLoopback: door.isLoopback,
    owners,
    hosts: [...(config.publicUrl ? [new URL(config.publicUrl).hostname] : []), ...addresses.map(({ host }) => host)],
    allowedOrigins: [...config.allowOrigin, ...(config.publicUrl ? [new URL(config.publicUrl).origin] : [])],
    isProxy: (address) => config.proxies.includes(address) || (isBehindProxy && isLoopback(address)),
  });
  /** Where clients find this server: by the name that one of them used, since they do not all come the same way. */
  const baseUrl = (host?: string) =>
    config.publicUrl?.replace(/\/$/, '') ?? (host === undefined ? (urls[0] ?? '') : `http://${host}`);
  const shares = new Shares(wireLimitsWith(config.wireLimits));
  const login = new Login();
  const { knowledge, net } = cast;
  const onIssue = data.tally.issue.bind(data.tally);
  const shared = { dialects, wire, store: data.store, knowledge, net, gate, shares, baseUrl, report, onIssue };
  const sockets = new Sockets(shared);
  const answered = otherAddresses(dialects);
  const app = httpServer({ ...shared, onAddress: (address) => answered.push(address) });
  sayGoodbye(start, behind, sockets, () => app.close());
  observeRoutes(app, data.metrics, behind.isReady);
  serveOpenApi(app, dialects, baseUrl);
  servePage(app, {
    directory: config.ui ?? fileURLToPath(new URL('../../../web/dist', import.meta.url)),
    isForeign: config.ui !== undefined,
    ports: () => urls.map((url) => new URL(url).port),
  });
  await app.ready();
  const about = {
    gate,
    owners,
    login,
    open: new Set([HEALTH_PATH]),
    isShared: config.allowOrigin.length > 0,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
    baseUrl,
    now,
  };
  return {
    requests: front(about, (request, response) => app.routing(request, response)),
    sockets,
    shares,
    answered,
    loginLinks: () => owners.names.map((owner) => ({ owner, url: baseUrl() + login.issue(owner, now()) })),
  };
}

/** From the last line to the first: nobody new comes in, runs stop where they are, whoever watches is told, and goes. */
function sayGoodbye({ opened }: Start, { servers, wire }: Behind, sockets: Sockets, closeApp: () => unknown): void {
  const { directory, feeds } = wire;
  opened.add(closeApp);
  opened.add(() => feeds.close());
  opened.add(() => {
    for (const server of servers) server.closeAllConnections();
  });
  opened.add(turn);
  opened.add(() => feeds.cut(RESTARTS));
  opened.add(() => sockets.close(RESTARTS));
  opened.add(() => directory.close());
  opened.add(() => {
    for (const server of servers) server.close();
  });
}

/** Told to all who watch; they may come back and resume. */
const RESTARTS = 'The server restarts: come back in a moment. / 服务器正在重启，请稍后重新连接。';
