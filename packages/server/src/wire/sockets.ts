import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Dialect, type Endpoint, MAX_FRAME_CHARS, readWs, type Wants } from '@polywire/protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import { Conversation } from './conversation.ts';
import { type Gate, TOKEN_PROTOCOL } from './gate.ts';
import { matchPath } from './match.ts';
import type { Visit, Wire } from './perform.ts';
import { wsSink } from './ws-sink.ts';

export interface SocketOptions {
  readonly dialects: readonly Dialect[];
  readonly wire: Wire;
  readonly gate: Gate;
  readonly baseUrl: () => string;
  report(error: unknown): void;
  /** A frame that could not be read. */
  onIssue(dialect: string, reason: string): void;
}

interface Route {
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
  readonly session: string | undefined;
}

/** Every WebSocket endpoint of every dialect. */
export class Sockets {
  readonly #options: SocketOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: (protocols) => [...protocols].find((each) => each.startsWith(TOKEN_PROTOCOL)) ?? false,
  });
  readonly #heartbeat: NodeJS.Timeout;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#heartbeat = setInterval(() => this.#ping(), HEARTBEAT_MS).unref();
  }

  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const { gate, wire } = this.#options;
    const url = new URL(request.url ?? '/', 'http://localhost');
    const origin = gate.checkOrigin(request);
    if (!origin.ok) return refuse(socket, origin.status, origin.reason);
    const route = this.#find(url.pathname);
    if (!route) return refuse(socket, 404, 'no such endpoint');
    const admission = gate.checkToken(request, wire.now());
    if (!admission.ok) return refuse(socket, admission.status, admission.reason);
    this.#server.handleUpgrade(request, socket, head, (ws) => {
      this.#converse(ws, socket as Socket, request, route, url.searchParams, admission.owner);
    });
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
        if (params) return { dialect, endpoint, session: params.session };
      }
    }
    return undefined;
  }

  #converse(
    ws: WebSocket,
    socket: Socket,
    request: IncomingMessage,
    route: Route,
    query: URLSearchParams,
    owner: string,
  ): void {
    const { wire, baseUrl, report, onIssue } = this.#options;
    const { dialect } = route;
    const wants: Wants = { cursor: query.get('cursor') === '1', restore: query.get('restore') === '1' };
    const visit: Visit = {
      ...route,
      owner,
      locale: localeOf(query.get('lang') ?? request.headers['accept-language']),
      baseUrl: baseUrl(),
      after: query.get('after') ?? undefined,
    };
    const conversation = new Conversation(wire, visit, wsSink(ws, socket, wants));
    const commands = dialect.server.commands();
    // One after another: a client's commands take effect in the order in which it sent them.
    let turn: Promise<void> = conversation.open();
    const next = (work: () => Promise<void>): void => {
      turn = turn.then(work).catch((error: unknown) => {
        report(error);
        ws.close(1011, 'internal error');
      });
    };

    ws.on('message', (data, isBinary) => {
      const { frames, issue } = readWs(isBinary ? toBytes(data) : data.toString(), { maxChars: MAX_FRAME_CHARS });
      if (issue) {
        onIssue(dialect.name, 'invalid');
        ws.close(issue.includes('UTF-8') ? 1007 : 1009, issue);
      }
      for (const frame of frames) {
        const decoded = commands.push(frame);
        if (decoded.issue) onIssue(dialect.name, decoded.issue.reason);
        for (const reply of decoded.replies ?? []) ws.send(reply.data);
        for (const command of decoded.values) next(() => conversation.receive(command));
      }
    });
    ws.on('error', () => ws.terminate());
    ws.on('close', () => next(() => conversation.close()));
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

/** A character is at most four bytes in UTF-8, but three in JSON's worst real texts; frames are judged by characters. */
const MAX_MESSAGE_BYTES = 4 * MAX_FRAME_CHARS;
const HEARTBEAT_MS = 30_000;
const CLOSE_GRACE_MS = 2_000;

export function localeOf(preference: string | undefined): 'en' | 'zh' {
  return preference?.trim().toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

function toBytes(data: Buffer | ArrayBuffer | Buffer[]): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : new Uint8Array(data);
}

function refuse(socket: Duplex, status: number, reason: string): void {
  const body = JSON.stringify({ detail: reason });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
