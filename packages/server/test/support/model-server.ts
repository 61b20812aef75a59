import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@polywire/protocol';
import { anthropicApi } from './model-server/anthropic.ts';
import type { Api, Fault, Reply, Seen, Written } from './model-server/contract.ts';
import { ollamaApi } from './model-server/ollama.ts';
import { openAiApi } from './model-server/openai.ts';

export type { Fault, Reply, Seen, WrittenCall } from './model-server/contract.ts';

/** What the model says to a request. `nth` counts the requests of that task from 0. */
export type Script = (request: Seen, nth: number) => Reply | Promise<Reply>;

export interface ModelServer {
  /** For `POLYWIRE_BASE_URL`: the interfaces of OpenAI and Anthropic are under it. */
  readonly baseUrl: string;
  /** For `POLYWIRE_BASE_URL` too: Ollama's own interface is under it. */
  readonly ollamaUrl: string;
  /** Everything that was asked, oldest first. */
  readonly seen: readonly Seen[];
  /** How many requests came, of one task or of all. */
  count(task?: string): number;
  /** How many answers it has said to their end, whether anybody listened or not. */
  answered: number;
  /** What it says from now on. */
  script: Script;
  close(): Promise<void>;
}

/**
 * A server that speaks the streaming interfaces of OpenAI (`/v1/chat/completions`), Anthropic (`/v1/messages`) and
 * Ollama (`/api/chat`), says what its script says, and fails as it is told.
 */
export async function startModelServer(script: Script = ({ last }) => `You said: ${last}`): Promise<ModelServer> {
  const seen: Seen[] = [];
  const model = {
    baseUrl: '',
    ollamaUrl: '',
    seen,
    count: (task?: string) => seen.filter((each) => task === undefined || each.task === task).length,
    answered: 0,
    script,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  const server = createServer((request, response) => {
    answer(model, seen, request, response).catch((error: unknown) => {
      response.destroy(error as Error);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  model.baseUrl = `${origin}/v1`;
  model.ollamaUrl = origin;
  return model;
}

const apis: readonly Api[] = [openAiApi, anthropicApi, ollamaApi];

async function answer(
  model: ModelServer,
  seen: Seen[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const api = apis.find(({ path }) => request.url === path);
  if (!api) {
    response.writeHead(404).end('{}');
    return;
  }
  const body = JSON.parse(await bodyOf(request)) as JsonObject;
  const refusal = api.refusal?.(body);
  if (refusal !== undefined) return refuse(response, { status: 400, message: refusal });
  const task = String(request.headers['x-polywire-task'] ?? '');
  const one: Seen = { api: api.name, task, headers: request.headers, body, ...api.read(body) };
  const nth = model.count(task);
  seen.push(one);
  const said = await model.script(one, nth);
  const reply = typeof said === 'string' ? { text: said } : said;
  if (reply.fault && 'status' in reply.fault) return refuse(response, reply.fault);
  await stream(response, api, reply);
  model.answered += 1;
}

function refuse(
  response: ServerResponse,
  { status, retryAfter, message = 'refused' }: Extract<Fault, { status: number }>,
) {
  const headers = {
    'content-type': 'application/json',
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
  };
  response.writeHead(status, headers).end(JSON.stringify({ type: 'error', error: { type: 'x', message } }));
}

async function stream(response: ServerResponse, api: Api, reply: Exclude<Reply, string>): Promise<void> {
  const { fault } = reply;
  const isWhole = fault === undefined;
  const written: Written = {
    text: '',
    reasoning: '',
    calls: [],
    usage: { input: 11, output: 7 },
    pieceChars: 5,
    isCut: false,
    ...reply,
  };
  response.writeHead(200, { 'content-type': api.contentType });
  let room = fault && 'cutAfter' in fault ? fault.cutAfter : Number.POSITIVE_INFINITY;
  const frames =
    fault && 'silentAfter' in fault ? [...api.write(written)].slice(0, fault.silentAfter) : api.write(written);
  for (const frame of frames) {
    if (frame.chars > room) {
      await new Promise<void>((resolve) => response.write(frame.bytes.slice(0, -9), () => resolve()));
      response.destroy();
      return;
    }
    room -= frame.chars;
    response.write(frame.bytes);
    if (reply.everyMs) await new Promise((resolve) => setTimeout(resolve, reply.everyMs));
  }
  // A silent server keeps the connection and says nothing.
  if (isWhole) response.end();
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
