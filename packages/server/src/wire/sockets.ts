import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Command, type Dialect, type Endpoint, MAX_FRAME_CHARS, readWs, type Wants } from '@polywire/protocol';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { refuse as refusal } from '../sessions/refuse.ts';
import { Conversation } from './conversation.ts';
import { failure } from './failure.ts';
import { type Gate, TOKEN_PROTOCOL } from './gate.ts';
import { asBuffer, knock, withoutToken } from './knock.ts';
import { MAX_MESSAGE_BYTES, type Shares, TOO_MANY_CONNECTIONS, TOO_MANY_MESSAGES } from './limits.ts';
import { addressOf, matchPath } from './match.ts';
import type { Visit, Wire } from './perform.ts';
import { takeTurns } from './take-turns.ts';
import { wsSink } from './ws-sink.ts';

export interface SocketOptions {
  readonly dialects: readonly Dialect[];
  readonly wire: Wire;
  readonly gate: Gate;
  readonly shares: Shares;
  readonly baseUrl: () => string;
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

const CLOSE_GRACE_MS = 2_000;

const serverOptions = {
  noServer: true,
  maxPayload: MAX_MESSAGE_BYTES,
  perMessageDeflate: false,
  // Pongs are answers like any other: see below what becomes of those that nobody reads.
  autoPong: false,
  closeTimeout: CLOSE_GRACE_MS,
  handleProtocols: (protocols: Set<string>) => [...protocols].find((each) => each.startsWith(TOKEN_PROTOCOL)) ?? false,
};

/** Every WebSocket endpoint of every dialect. */
export class Sockets {
  readonly #options: SocketOptions;
  readonly #server = new WebSocketServer(serverOptions);
  readonly #heartbeat: NodeJS.Timeout | undefined;
  #unknown = 0;

  constructor(options: SocketOptions) {
    this.#options = options;
    const { heartbeatMs } = options.shares.limits;
    if (heartbeatMs > 0) this.#heartbeat = setInterval(() => this.#ping(), heartbeatMs).unref();
  }

  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Until the handshake is over nobody else listens, and an error that nobody hears ends the process.
    socket.on('error', () => socket.destroy());
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
      return this.#server.handleUpgrade(request, socket, head, (ws) => this.#knock(caller(ws)));
    }
    const { owner } = admission;
    if (!shares.connect(owner)) return refuse(socket, 429, TOO_MANY_CONNECTIONS);
    socket.once('close', () => shares.release(owner));
    this.#server.handleUpgrade(request, socket, head, (ws) => this.#converse(caller(ws), owner));
  };

  /** Tells the clients that the server goes away; they may come back and resume. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    const closing = [...this.#server.clients].map((client) => {
      client.close(1012, 'the server restarts');
      return new Promise<void>((resolve) => client.once('close', () => resolve()));
    });
    const grace = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_GRACE_MS).unref());
    await Promise.race([Promise.all(closing), grace]);
    for (const client of this.#server.clients) client.terminate();
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
    const { ws, socket, route } = caller;
    const address = socket.remoteAddress ?? '';
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
      check: (token) => gate.checkThis(token, address, wire.now()),
      admitted: (owner, data, isBinary) => {
        known();
        if (!shares.connect(owner)) return ws.close(1013, 'too many connections');
        socket.once('close', () => shares.release(owner));
        this.#converse(caller, owner)(data, isBinary);
      },
    });
  }

  /** Returns what takes a message, for one that came before. */
  #converse({ ws, socket, request, route, query }: Caller, owner: string): (data: RawData, isBinary: boolean) => void {
    const { wire, shares, baseUrl, report, onIssue } = this.#options;
    const { dialect } = route;
    const wants: Wants = { cursor: query.get('cursor') === '1', restore: query.get('restore') === '1' };
    const visit: Visit = {
      ...route,
      owner,
      locale: localeOf(query.get('lang') ?? request.headers['accept-language']),
      baseUrl: baseUrl(),
      after: query.get('after') ?? undefined,
    };
    const sink = wsSink(ws, socket, wants);
    const conversation = new Conversation(wire, visit, sink);
    const commands = dialect.server.commands();
    // One after another: a client's commands take effect in the order in which it sent them.
    let turn: Promise<void> = conversation.open();
    let waiting = 0;
    const fail = (error: unknown): void => {
      report(error);
      ws.close(1011, 'internal error');
    };
    const next = (work: () => Promise<void>): void => {
      waiting += 1;
      if (waiting >= MAX_WAITING) ws.pause();
      turn = turn
        .then(work)
        .catch(fail)
        .finally(() => {
          waiting -= 1;
          if (ws.isPaused && waiting < MAX_WAITING / 2) ws.resume();
        });
    };
    const say = (frames: readonly { data: string }[]): void => {
      for (const { data } of frames) if (ws.readyState === ws.OPEN) ws.send(data);
    };
    const receive = async (command: Command): Promise<void> => {
      try {
        await conversation.receive(withoutToken(command) as Command);
      } catch (error) {
        say(dialect.server.answer(command, failure(error, report)));
      }
    };

    const count = takeTurns(ws, () => waiting < MAX_WAITING);
    const take = (data: RawData, isBinary: boolean): void => {
      count();
      // Frames go on coming in from one that was cut, as fast as they can be sent.
      if (ws.readyState !== ws.OPEN) return;
      // Answers are not in the log: who does not read them gets no more of them.
      if (socket.writableLength > MAX_UNREAD_BYTES) return sink.cut('the answers are not read');
      const { frames, issue } = readWs(isBinary ? asBuffer(data) : data.toString(), { maxChars: MAX_FRAME_CHARS });
      if (issue) {
        onIssue(dialect.name, 'invalid');
        ws.close(issue.includes('UTF-8') ? 1007 : 1009, issue);
      }
      for (const frame of frames) {
        const decoded = commands.push(frame);
        if (decoded.issue) {
          onIssue(dialect.name, decoded.issue.reason);
          if (!shares.message(owner, wire.now())) return sink.cut('too many messages');
        }
        say(decoded.replies ?? []);
        for (const command of decoded.values) {
          const isWelcome = command.type === 'ping' || shares.message(owner, wire.now());
          if (isWelcome) next(() => receive(command));
          else say(dialect.server.answer(command, refusal('RATE_LIMITED', TOO_MANY_MESSAGES)));
        }
      }
    };
    // Nobody else's connection ends with a mistake of ours in this one.
    const guarded = (data: RawData, isBinary: boolean): void => {
      try {
        take(data, isBinary);
      } catch (error) {
        fail(error);
      }
    };
    ws.on('message', guarded);
    ws.on('ping', (data) => {
      count();
      if (ws.readyState !== ws.OPEN) return;
      if (socket.writableLength > MAX_UNREAD_BYTES) sink.cut('the answers are not read');
      else ws.pong(data);
    });
    // The code of the close says what was wrong with a frame: give it the time to arrive.
    ws.on('error', () => setTimeout(() => ws.terminate(), CLOSE_GRACE_MS).unref());
    ws.on('close', () => next(() => conversation.close()));
    return guarded;
  }

  /** A peer that is gone without a word is noticed by its silence. */
  #ping(): void {
    for (const client of this.#server.clients as Set<WebSocket & { isSilent?: boolean }>) {
      if (client.isSilent) {
        client.terminate();
        continue;
      }
      client.isSilent = true;
      client.once('pong', () => {
        client.isSilent = false;
      });
      client.ping();
    }
  }
}

/** Commands of one client that are not done yet: more are not read from its socket until some are. */
const MAX_WAITING = 64;
const MAX_UNREAD_BYTES = 1024 * 1024;
/** Connections of whom it is not known yet whose they are. */
const MAX_UNKNOWN = 200;

export function localeOf(preference: string | undefined): 'en' | 'zh' {
  return preference?.trim().toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

function refuse(socket: Duplex, status: number, reason: string): void {
  const body = JSON.stringify({ detail: reason });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `X-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
