import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Dialect, type Endpoint, writeNdjson, writeSse } from '@polywire/protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import { CliError } from '../errors.ts';
import { answerAt, openingAt, type PlayedTurn, type Script, type Timed } from './turns.ts';

export interface PlayerOptions {
  readonly dialect: Dialect;
  readonly script: Script;
  /** 2 is twice as fast. */
  readonly speed: number;
  readonly host: string;
  readonly port: number;
}

export interface Player {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A mock back end: whoever connects to an address of the dialect is greeted, and each message gets the next turn of the
 * script; after the last comes the first again. Ids are those of the recording.
 */
export async function play(options: PlayerOptions): Promise<Player> {
  const { dialect, host, port } = options;
  const conversing = dialect.endpoints.filter(({ does }) => does === 'converse');
  const find = (request: IncomingMessage, isSocket: boolean) =>
    conversing.find(
      ({ method, path, framing }) =>
        (framing === 'ws') === isSocket && (isSocket || method === request.method) && matches(path, request.url),
    );
  const stopped = new AbortController();
  // The place in the script is the server's: many front ends connect anew for each message.
  const next = turnsOf(options.script);
  const server = createServer((request, response) => {
    const endpoint = find(request, false);
    if (endpoint) void answer(request, response, endpoint, { ...options, next }, stopped.signal);
    else
      allow(response)
        .writeHead(request.method === 'OPTIONS' ? 204 : 404)
        .end();
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    const endpoint = find(request, true);
    if (!endpoint) return void socket.destroy();
    sockets.handleUpgrade(request, socket, head, (client) =>
      converse(client, endpoint, { ...options, next }, stopped.signal),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(cannotListen(`${host}:${port}`, cause)));
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      stopped.abort();
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function cannotListen(address: string, cause: NodeJS.ErrnoException): CliError {
  const isInUse = cause.code === 'EADDRINUSE';
  return new CliError(
    isInUse
      ? { en: `${address} is in use.`, zh: `${address} 已被占用。` }
      : { en: `Nobody can listen on ${address} (${cause.code}).`, zh: `无法监听 ${address}（${cause.code}）。` },
    { en: 'choose another address with --port or --host', zh: '请用 --port 或 --host 另选地址' },
    { cause },
  );
}

interface Playing extends PlayerOptions {
  next(): PlayedTurn;
}

function converse(client: WebSocket, endpoint: Endpoint, options: Playing, signal: AbortSignal): void {
  const { dialect, script, next } = options;
  const commands = dialect.server.commands();
  const send = (data: string) => client.send(data);
  // One thing after another, however fast messages come.
  let busy = perform(openingAt(endpoint, script), options, signal, send);
  // A frame against the rules of WebSocket is the end of that client, not of the server.
  client.on('error', () => client.terminate());
  client.on('message', (data) => {
    for (const command of commands.push({ data: data.toString() }).values) {
      if (command.type === 'ping') for (const frame of dialect.server.answer(command, { ok: true })) send(frame.data);
      if (command.type !== 'message.send' && command.type !== 'input.answer') continue;
      busy = busy.then(async () => {
        const turn = next();
        await perform(answerAt(endpoint, script, turn), options, signal, send);
        if (turn.isLast && dialect.traits.afterEnd === 'close') client.close();
      });
    }
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  endpoint: Endpoint,
  options: Playing,
  signal: AbortSignal,
): Promise<void> {
  request.resume();
  const isSse = endpoint.framing === 'sse';
  allow(response).writeHead(200, {
    'content-type': isSse ? 'text/event-stream; charset=utf-8' : 'application/x-ndjson',
  });
  const write = isSse ? writeSse : writeNdjson;
  const { script, next } = options;
  await perform(
    [...openingAt(endpoint, script), ...answerAt(endpoint, script, next())],
    options,
    signal,
    (data, event) => response.write(write({ data, ...(event !== undefined && { event }) })),
  );
  response.end();
}

/** Front ends under development come from another port. */
function allow(response: ServerResponse): ServerResponse {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', '*');
  return response;
}

function turnsOf({ turns }: Script): () => PlayedTurn {
  let count = 0;
  return () => {
    const turn = turns[count % Math.max(1, turns.length)] ?? { frames: [], isLast: true, isGreeted: false };
    count += 1;
    return turn;
  };
}

async function perform(
  parts: readonly Timed[],
  { speed }: PlayerOptions,
  signal: AbortSignal,
  send: (data: string, event?: string) => void,
): Promise<void> {
  let now = 0;
  for (const { frame, ms } of parts) {
    const wait = (ms - now) / speed;
    if (wait >= 1) await pause(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    now = ms;
    send(frame.data, frame.event);
  }
}

function matches(template: string, target = '/'): boolean {
  const wanted = template.split('/');
  const given = (target.split('?')[0] ?? '').split('/');
  return wanted.length === given.length && wanted.every((part, i) => part.startsWith('{') || part === given[i]);
}
