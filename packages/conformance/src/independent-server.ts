import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/**
 * A small back end of a dialect, written from its document alone: no codec of ours. It does what the text of a message
 * says: the JSON of a list of steps, or plain words that it says again.
 */
export interface IndependentServer {
  readonly url: string;
  /** What clients sent, read as JSON where it is, in order. */
  readonly received: readonly unknown[];
  /** Sockets that are open now. */
  readonly sockets: number;
  /** Sends a text to every open socket, whatever it is. */
  broadcast(data: string): void;
  close(): Promise<void>;
}

export type Step =
  | { readonly say: string | readonly string[] }
  | { readonly think: string }
  | { readonly tool: string; readonly args?: object; readonly result?: string; readonly fails?: boolean }
  | { readonly todos: readonly string[]; readonly title: string }
  | { readonly tick: number }
  | { readonly image: string; readonly alt: string }
  | { readonly chart: number }
  | { readonly tree: readonly string[]; readonly chosen: number }
  | { readonly graph: readonly string[] }
  | { readonly plan: readonly { title: string; details: string }[] }
  | { readonly ask: string }
  | { readonly approve: string }
  | { readonly fail: string }
  /** Says nothing more. */
  | { readonly hang: true }
  /** Ends the connection without a word. */
  | { readonly hangUp: true }
  /** A frame as it is. */
  | { readonly raw: unknown };

type Keys<T> = T extends T ? keyof T : never;
/** What a server can be told to do: steps by their names, and what people do to a run. */
export type Ability = Keys<Step> | 'pause' | 'stop';

export function stepsOf(text: string): readonly Step[] {
  return text.startsWith('[') ? (JSON.parse(text) as Step[]) : [{ say: text }];
}

export function piecesOf(say: string | readonly string[]): readonly string[] {
  return typeof say === 'string' ? (say.match(/.{1,5}/gsu) ?? []) : say;
}

export interface Serving {
  /** A socket was opened at this path. */
  socket?(socket: WebSocket, path: string): void;
  /** A request came, with its body. */
  request?(path: string, body: string, response: ServerResponse): void;
}

/** Listens on a free port. */
export async function listen({ socket, request }: Serving, received: unknown[]): Promise<IndependentServer> {
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((incoming, response) => {
    void bodyOf(incoming).then((body) => {
      if (body !== '') received.push(read(body));
      if (request) request(pathOf(incoming), body, response);
      else response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Not Found"}');
    });
  });
  server.on('upgrade', (incoming, stream, head) => {
    sockets.handleUpgrade(incoming, stream, head, (opened) => {
      opened.on('message', (data) => received.push(read(data.toString())));
      opened.on('error', () => opened.terminate());
      if (socket) socket(opened, pathOf(incoming));
      else opened.close();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    get sockets() {
      return sockets.clients.size;
    },
    broadcast(data) {
      for (const client of sockets.clients) client.send(data);
    },
    close: () => close(server, sockets),
  };
}

async function close(server: Server, sockets: WebSocketServer): Promise<void> {
  for (const client of sockets.clients) client.terminate();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return text;
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return new URL(url, 'http://host').pathname;
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
