import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Dialect, Endpoint, Wants } from '@polywire/protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import { callerOf } from './caller.ts';
import type { Visit, Wire } from './contract.ts';
import { type Gate, TOKEN_PROTOCOL } from './gate.ts';
import { knock } from './knock.ts';
import { LargeFrames } from './large-frames.ts';
import { MAX_MESSAGE_BYTES, type Shares, TOO_MANY_CONNECTIONS } from './limits.ts';
import { addressOf, matchPath } from './match.ts';
import { ask, type Peer } from './silence.ts';
import { CLOSE_GRACE_MS, SocketLine } from './socket-line.ts';
import { closeReason } from './ws-sink.ts';

export interface SocketOptions {
  readonly dialects: readonly Dialect[];
  readonly wire: Wire;
  readonly gate: Gate;
  readonly shares: Shares;
  readonly baseUrl: (host?: string) => string;
  report(error: unknown): void;
  /** A frame that could not be read. */
  onIssue(dialect: string, reason: string): void;
}

interface Route {
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
  readonly session: string | undefined;
  readonly run: string | undefined;
}

/** A connection that was upgraded, and what it asked for. */
interface Caller {
  readonly ws: WebSocket;
  readonly socket: Socket;
  readonly request: IncomingMessage;
  readonly route: Route;
  readonly query: URLSearchParams;
}

const serverOptions = {
  noServer: true,
  perMessageDeflate: false,
  // Pongs are answers like any other: see below what becomes of those that nobody reads.
  autoPong: false,
  closeTimeout: CLOSE_GRACE_MS,
  handleProtocols: (protocols: Set<string>) => [...protocols].find((each) => each.startsWith(TOKEN_PROTOCOL)) ?? false,
};

/** Every WebSocket endpoint of every dialect. */
export class Sockets {
  readonly #options: SocketOptions;
  /** By the most that a frame may have. */
  readonly #servers = new Map<number, WebSocketServer>();
  readonly #largeFrames = new LargeFrames();
  readonly #heartbeat: NodeJS.Timeout | undefined;
  #unknown = 0;
  #beatAt = performance.now();

  constructor(options: SocketOptions) {
    this.#options = options;
    const { heartbeatMs } = options.shares.limits;
    if (heartbeatMs > 0) this.#heartbeat = setInterval(() => this.#ping(), heartbeatMs).unref();
  }

  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Until the handshake is over nobody else listens, and an error that nobody hears ends the process.
    socket.on('error', destroyThis);
    const { gate, wire, shares } = this.#options;
    const { path, query } = addressOf(request.url);
    const origin = gate.checkOrigin(request);
    if (!origin.ok) return refuse(socket, origin.status, origin.reason);
    const route = this.#find(path);
    const admission = gate.checkToken(request, origin.source, wire.now());
    const mayKnock = !admission.ok && admission.isMissing && route?.endpoint.token === 'first-message';
    if (!admission.ok && !mayKnock) return refuse(socket, admission.status, admission.reason);
    if (!route) return refuse(socket, 404, 'There is no such address. / 没有该地址。');
    const caller = (ws: WebSocket): Caller => ({ ws, socket: socket as Socket, request, route, query });
    if (!admission.ok) {
      if (this.#unknown >= MAX_UNKNOWN) return refuse(socket, 503, TOO_MANY_CONNECTIONS);
      return this.#serverFor(route).handleUpgrade(request, socket, head, (ws) => this.#knock(caller(ws)));
    }
    const { owner } = admission;
    if (!shares.connect(owner)) return refuse(socket, 429, TOO_MANY_CONNECTIONS);
    releaseAtClose(socket, shares, owner);
    this.#serverFor(route).handleUpgrade(request, socket, head, (ws) => this.#converse(caller(ws), owner));
  };

  /** Tells the clients that the server goes away; they may come back and resume. */
  async close(reason: string): Promise<void> {
    clearInterval(this.#heartbeat);
    const closing = [...this.#clients()].map((client) => {
      client.close(1012, closeReason(reason));
      return new Promise<void>((resolve) => client.once('close', () => resolve()));
    });
    const grace = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_GRACE_MS).unref());
    await Promise.race([Promise.all(closing), grace]);
    for (const client of this.#clients()) client.terminate();
  }

  #serverFor({ endpoint }: Route): WebSocketServer {
    const maxPayload = endpoint.maxFrameChars ?? MAX_MESSAGE_BYTES;
    const known = this.#servers.get(maxPayload);
    if (known) return known;
    const server = new WebSocketServer({ ...serverOptions, maxPayload });
    this.#servers.set(maxPayload, server);
    return server;
  }

  *#clients(): Generator<Peer> {
    for (const { clients } of this.#servers.values()) yield* clients;
  }

  #find(path: string): Route | undefined {
    for (const dialect of this.#options.dialects) {
      for (const endpoint of dialect.endpoints) {
        if (endpoint.framing !== 'ws') continue;
        const params = matchPath(endpoint.path, path);
        if (params) return { dialect, endpoint, session: params.session, run: params.run };
      }
    }
    return undefined;
  }

  #knock(caller: Caller): void {
    const { gate, wire, shares } = this.#options;
    const { ws, socket, request, route } = caller;
    this.#unknown += 1;
    let isUnknown = true;
    const known = (): void => {
      if (isUnknown) this.#unknown -= 1;
      isUnknown = false;
    };
    ws.once('close', known);
    knock({
      ws,
      socket,
      dialect: route.dialect,
      waitMs: shares.limits.firstMessageMs,
      check: (token) => gate.checkThis(token, request, wire.now()),
      admitted: (owner, data, isBinary) => {
        known();
        if (!shares.connect(owner)) return ws.close(1013, closeReason(TOO_MANY_CONNECTIONS));
        releaseAtClose(socket, shares, owner);
        this.#converse(caller, owner).take(data, isBinary);
      },
    });
  }

  /** From now on it is known whose connection it is. */
  #converse(caller: Caller, owner: string): SocketLine {
    const { wire, shares, report, onIssue, baseUrl } = this.#options;
    const { ws, socket, request, route, query } = caller;
    const wants: Wants = { cursor: query.get('cursor') === '1', restore: query.get('restore') === '1' };
    const visit: Visit = {
      owner,
      caller: callerOf(request),
      ...route,
      locale: preferredLocale(query.get('lang') ?? request.headers['accept-language']),
      baseUrl: baseUrl(request.headers.host),
      after: query.get('after') ?? undefined,
    };
    const largeFrames = this.#largeFrames;
    return new SocketLine({ ws, socket, wants, visit, wire, shares, largeFrames, report, onIssue });
  }

  /** A peer that is gone without a word is noticed by its silence, unless it was we who did not listen. */
  #ping(): void {
    const now = performance.now();
    const wasAway = now - this.#beatAt > 1.5 * this.#options.shares.limits.heartbeatMs;
    this.#beatAt = now;
    // What has come in by now is read first.
    setImmediate(() => {
      for (const client of this.#clients()) {
        if (client.isSilent && !wasAway) client.terminate();
        else ask(client);
      }
    });
  }
}

/** Connections of whom it is not known yet whose they are. */
const MAX_UNKNOWN = 200;

export function preferredLocale(preference: string | undefined): 'en' | 'zh' {
  return preference?.trim().toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** What a connection listens with for all its life is made apart from its request: that would live as long. */
function releaseAtClose(socket: Duplex, shares: Shares, owner: string): void {
  socket.on('close', () => shares.release(owner));
}

function destroyThis(this: Duplex): void {
  this.destroy();
}

function refuse(socket: Duplex, status: number, reason: string): void {
  const body = JSON.stringify({ detail: reason });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `X-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
