import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Dialect, type Endpoint, MAX_FRAME_CHARS, readWs, type StreamInfo } from '@polywire/protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import type { EventLog } from '../log/contract.ts';
import type { Session } from '../sessions/session.ts';
import { matchPath } from './match.ts';

interface Route {
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
  readonly session: string;
}

/** Every WebSocket endpoint of every dialect, on one port. */
export function socketServer(dialects: readonly Dialect[], sessionOf: (id: string) => Session, log: EventLog) {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_CHARS, perMessageDeflate: false });

  function find(path: string): Route | undefined {
    for (const dialect of dialects) {
      for (const endpoint of dialect.endpoints) {
        const params = endpoint.framing === 'ws' ? matchPath(endpoint.path, path) : undefined;
        if (params?.session) return { dialect, endpoint, session: params.session };
      }
    }
    return undefined;
  }

  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      const route = find(new URL(request.url ?? '/', 'http://localhost').pathname);
      if (!route) {
        socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
        return;
      }
      server.handleUpgrade(request, socket, head, (ws) => converse(ws, route, sessionOf(route.session), log));
    },
    close(): void {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

function converse(ws: WebSocket, { dialect, endpoint }: Route, session: Session, log: EventLog): void {
  const stream: StreamInfo = {
    id: session.id,
    variant: endpoint.variant ?? (dialect.traits.variants[0] as string),
    utcOffsetMin: 0,
    locale: 'en',
    baseUrl: '',
  };
  const encoder = dialect.server.encoder(stream);
  const commands = dialect.server.commands();
  for (const frame of dialect.server.greet(stream, Date.now())) ws.send(frame.data);
  const stop = log.watch(session.id, ({ events }) => {
    for (const event of events) for (const frame of encoder.push(event)) ws.send(frame.data);
  });
  ws.on('message', async (data, isBinary) => {
    const { frames } = readWs(isBinary ? (data as Buffer) : data.toString(), { maxChars: MAX_FRAME_CHARS });
    for (const frame of frames) {
      const { values, replies = [] } = commands.push(frame);
      for (const reply of replies) ws.send(reply.data);
      for (const command of values) {
        const outcome = await session.submit(command);
        for (const answer of dialect.server.answer(command, outcome)) ws.send(answer.data);
      }
    }
  });
  ws.on('close', stop);
}
