import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import {
  type Command,
  type Dialect,
  type Endpoint,
  type HttpRequest,
  type Outcome,
  readJsonObject,
  type Wants,
} from '@polywire/protocol';
import { halvesOf } from '@polywire/protocol/halves';
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { refuse } from '../sessions/refuse.ts';
import type { Store } from '../store/contract.ts';
import type { Knowledge } from '../tools/knowledge/knowledge.ts';
import type { Net } from '../tools/net/net.ts';
import { type Address, tellAddresses } from './addresses.ts';
import { byAddress, type Served } from './by-address.ts';
import { callerOf } from './caller.ts';
import type { Visit, Wire } from './contract.ts';
import { control } from './control.ts';
import { failure } from './failure.ts';
import { fileCall } from './file-calls.ts';
import { NO_FILES_YET } from './form.ts';
import { ownerOf } from './front.ts';
import { MAX_MESSAGE_BYTES, type Shares, TOO_MANY_CONNECTIONS, TOO_MANY_MESSAGES } from './limits.ts';
import { preferredLocale } from './sockets.ts';
import { streamResponse } from './streams.ts';
import { submit } from './submit.ts';
import { takeUploads } from './uploads.ts';

export interface HttpOptions {
  readonly dialects: readonly Dialect[];
  readonly wire: Wire;
  readonly store: Store;
  readonly knowledge: Knowledge;
  readonly net: Net;
  readonly shares: Shares;
  readonly baseUrl: (host?: string) => string;
  report(error: unknown): void;
  onIssue(dialect: string, reason: string): void;
  /** An address that is answered from now on. */
  onAddress(address: Address): void;
}

/** Every HTTP endpoint of every dialect. Where one address has several framings, the request's Accept header chooses. */
export function httpServer(options: HttpOptions): FastifyInstance {
  const app = fastify({
    bodyLimit: MAX_MESSAGE_BYTES,
    forceCloseConnections: true,
    logger: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: MAX_PARAM_CHARS },
  });

  tellAddresses(app, options.onAddress);
  app.addHook('onRequest', ({ headers }, _, done) =>
    done(isPacked(headers) ? Object.assign(new Error(PACKED), { statusCode: 415 }) : undefined),
  );
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ detail: NOTHING_HERE }));
  app.setErrorHandler((error: FastifyError, _, reply) => {
    const { status, outcome } = fault(error, options.report);
    return reply.code(status).send({ detail: outcome.error.message });
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => {
    // Many front ends name the type of a body that they do not send.
    if (body.length === 0) return done(null, undefined);
    const read = readBody(body as Buffer);
    if (read.ok) done(null, read.object);
    else done(Object.assign(new Error(unreadable(read.detail)), { statusCode: 400 }));
  });
  takeUploads(app, options.shares.limits.uploadBytes);

  for (const [key, group] of byAddress(options.dialects, isHttp)) {
    const [method, path] = key.split(' ') as [Endpoint['method'], string];
    app.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => serve(options, chosen(group, request.headers.accept), request, reply),
      errorHandler: (error: FastifyError, _, reply) => {
        const { status, outcome } = fault(error, options.report);
        const [{ endpoint }] = group as [Served];
        return reply.code(status).send((endpoint.write?.(null, outcome) ?? plainAnswer(outcome)).body);
      },
    });
  }
  return app;
}

/** Names are at most 256 characters, each of them up to nine in a path. */
const MAX_PARAM_CHARS = 4096;
const PACKED = 'A body is sent as it is, not packed. / 请求体不接受压缩编码。';
const NOTHING_HERE = 'There is nothing here. / 此处没有内容。';
const NO_SUCH_COMMAND = 'This address takes no such command. / 此地址不接受该命令。';

/** Nothing is unpacked here, so that nothing can be packed small and grow. */
function isPacked({ 'content-encoding': content, 'transfer-encoding': transfer }: IncomingHttpHeaders): boolean {
  return (content ?? 'identity') !== 'identity' || (transfer ?? 'chunked').toLowerCase() !== 'chunked';
}

function readBody(body: Buffer): ReturnType<typeof readJsonObject> {
  try {
    return readJsonObject(strictUtf8.decode(body), { strict: true });
  } catch {
    return { ok: false, detail: 'It is not UTF-8 text. / 不是 UTF-8 文本。' };
  }
}
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** What went wrong before or outside of an endpoint. */
function fault(error: FastifyError, report: (error: unknown) => void) {
  const status = error.statusCode ?? 500;
  if (status >= 500) report(error);
  const code = status >= 500 ? 'INTERNAL' : status === 413 ? 'TOO_LARGE' : 'INVALID';
  return { status, outcome: { ok: false, error: { code, message: wordsOf(error, status) } } as const };
}

/** What the framework says of a request it says in English alone. */
function wordsOf({ code = '', message }: FastifyError, status: number): string {
  if (status >= 500) return 'Internal error. / 内部错误。';
  if (!code.startsWith('FST_')) return message;
  return status === 413 ? TOO_LARGE : status === 415 ? NOT_TAKEN : UNREADABLE;
}
const TOO_LARGE = `The body is too large: at most ${MAX_MESSAGE_BYTES} bytes. / 请求体过大：最多 ${MAX_MESSAGE_BYTES} 字节。`;
const NOT_TAKEN = 'A body of this type is not taken here. / 此处不接受该类型的请求体。';
const UNREADABLE = 'The request cannot be read. / 无法读取该请求。';

function unreadable(why: string): string {
  const { en, zh } = halvesOf(why);
  return `The request cannot be read. ${en} / 无法读取该请求。${zh}`;
}

function isHttp({ framing }: Endpoint): boolean {
  return framing !== 'ws';
}

function chosen(group: readonly Served[], accept = ''): Served {
  const wanted = accept.includes('ndjson') ? 'ndjson' : accept.includes('event-stream') ? 'sse' : undefined;
  return group.find(({ endpoint }) => endpoint.framing === wanted) ?? (group[0] as Served);
}

async function serve(
  options: HttpOptions,
  { dialect, endpoint }: Served,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { wire, shares, report } = options;
  const params = request.params as Record<string, string>;
  const query = oneOfEach(request.query as Record<string, string | string[]>);
  const owner = ownerOf(request.raw);
  // Browsers come back to the address that they first had: what they say beside it is newer.
  const lastSeen = (request.headers['last-event-id'] as string | undefined) || undefined;
  const visit: Visit = {
    dialect,
    endpoint,
    owner,
    caller: callerOf(request.raw),
    session: params.session,
    run: params.run,
    locale: preferredLocale(query.lang ?? request.headers['accept-language']),
    baseUrl: options.baseUrl(request.headers.host),
    after: lastSeen ?? query.after,
  };
  const isAsking = request.method === 'GET';
  if (!isAsking && !shares.message(owner, wire.now())) {
    return answer(endpoint, null, refuse('RATE_LIMITED', TOO_MANY_MESSAGES), reply);
  }
  const isForm = endpoint.framing === 'multipart';
  const body = isForm ? NO_FILES_YET : request.body;
  const { command, refusal } = readRequest(options, visit, { params, query, body }, lastSeen);
  if (refusal) return answer(endpoint, null, refusal, reply);
  if (isForm || endpoint.framing === 'file') {
    const serveFiles = command && fileCall(command);
    if (!serveFiles) return answer(endpoint, null, refuse('INVALID', NO_SUCH_COMMAND), reply);
    const { store, knowledge, net } = options;
    const means = { store, knowledge, net, wire, visit, params, query, report, limit: shares.limits.uploadBytes };
    return serveFiles(means, command, request, reply);
  }

  if (endpoint.does === 'call') {
    const outcome = await performOnce(wire, visit, command).catch((error: unknown) => failure(error, report));
    return answer(endpoint, command ?? null, outcome, reply);
  }

  if (!shares.connect(owner)) return answer(endpoint, null, refuse('RATE_LIMITED', TOO_MANY_CONNECTIONS), reply);
  reply.raw.once('close', () => shares.release(owner));
  const wants: Wants = { cursor: query.cursor === '1', restore: query.restore === '1', ...command?.wants };
  const raw = { request: request.raw, response: reply.raw, heartbeatMs: shares.limits.heartbeatMs };
  reply.hijack();
  const outcome = await streamResponse(wire, visit, wants, raw, (conversation) =>
    command ? conversation.perform(command) : conversation.open().then(() => ({ ok: true })),
  );
  if (!outcome.ok) writeRaw(reply, endpoint, command ?? null, outcome);
}

async function performOnce(wire: Wire, visit: Visit, command: Command | undefined): Promise<Outcome> {
  if (command?.type === 'message.send') return submit(wire, visit, command);
  if (!command || command.type === 'attach') return refuse('INVALID', NO_SUCH_COMMAND);
  return control(wire, visit, command);
}

/** A name that is there twice counts with its last value. */
function oneOfEach(query: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat().at(-1) ?? '']));
}

/** The reply was taken out of the framework's hands in case it became a stream. */
function writeRaw({ raw }: FastifyReply, endpoint: Endpoint, command: Command | null, outcome: Outcome): void {
  const { status, body } = endpoint.write?.(command, outcome) ?? plainAnswer(outcome);
  raw.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  raw.end(JSON.stringify(body));
}

function readRequest(
  options: HttpOptions,
  visit: Visit,
  request: HttpRequest,
  lastSeen: string | undefined,
): { command?: Command; refusal?: Outcome } {
  const { endpoint, dialect, session } = visit;
  if (!endpoint.read) return {};
  const { values, issue } = endpoint.read(request);
  if (issue) {
    options.onIssue(dialect.name, issue.reason);
    return { refusal: refuse('INVALID', unreadable(issue.detail)) };
  }
  const [command] = values;
  if (!command) return {};
  const named = session === undefined || command.session !== undefined ? command : { ...command, session };
  return { command: named.type === 'attach' && lastSeen !== undefined ? { ...named, after: lastSeen } : named };
}

function answer(endpoint: Endpoint, command: Command | null, outcome: Outcome, reply: FastifyReply): FastifyReply {
  if (outcome.ok && isInPieces(outcome.value)) return reply.type(NDJSON).send(Readable.from(outcome.value));
  const { status, body } = endpoint.write?.(command, outcome) ?? plainAnswer(outcome);
  return reply.code(status).send(body);
}

const NDJSON = 'application/x-ndjson; charset=utf-8';

function isInPieces(value: unknown): value is AsyncGenerator<string> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function plainAnswer(outcome: Outcome) {
  return outcome.ok
    ? { status: 200, body: (outcome.value ?? {}) as object }
    : { status: 400, body: { detail: outcome.error.message } };
}
