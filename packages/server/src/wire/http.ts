import {
  type Command,
  type Dialect,
  type Endpoint,
  type HttpRequest,
  MAX_FRAME_CHARS,
  type Outcome,
  readJsonObject,
  type Wants,
} from '@polywire/protocol';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { HEALTH_PATH } from '../observe/routes.ts';
import type { Gate } from './gate.ts';
import { control, refuse, type Visit, type Wire } from './perform.ts';
import { localeOf } from './sockets.ts';
import { streamResponse } from './streams.ts';

export interface HttpOptions {
  readonly dialects: readonly Dialect[];
  readonly wire: Wire;
  readonly gate: Gate;
  readonly baseUrl: () => string;
  report(error: unknown): void;
  onIssue(dialect: string, reason: string): void;
}

/** Every HTTP endpoint of every dialect. Where one address has several framings, the request's Accept header chooses. */
export function httpServer(options: HttpOptions): FastifyInstance {
  const app = fastify({ bodyLimit: 4 * MAX_FRAME_CHARS, forceCloseConnections: true, logger: false });

  app.addHook('onRequest', async (request, reply) => {
    const { gate, wire } = options;
    const isOpen = request.routeOptions.url === HEALTH_PATH;
    const admission = isOpen ? gate.checkOrigin(request.raw) : gate.check(request.raw, wire.now());
    if (!admission.ok) return reply.code(admission.status).send({ detail: admission.reason });
    (request as FastifyRequest & { owner?: string }).owner = admission.owner;
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) options.report(error);
    return reply.code(status).send({ detail: status >= 500 ? 'internal error' : error.message });
  });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    const read = readJsonObject(body as string, { strict: true });
    if (read.ok) done(null, read.object);
    else done(Object.assign(new Error(read.detail), { statusCode: 400 }));
  });

  for (const [key, group] of byAddress(options.dialects)) {
    const [method, path] = key.split(' ') as [Endpoint['method'], string];
    app.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => serve(options, chosen(group, request.headers.accept), request, reply),
    });
  }
  return app;
}

interface Served {
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
}

function byAddress(dialects: readonly Dialect[]): Map<string, Served[]> {
  const groups = new Map<string, Served[]>();
  for (const dialect of dialects) {
    for (const endpoint of dialect.endpoints) {
      if (endpoint.framing === 'ws') continue;
      const key = `${endpoint.method} ${endpoint.path}`;
      groups.set(key, [...(groups.get(key) ?? []), { dialect, endpoint }]);
    }
  }
  return groups;
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
  const params = request.params as Record<string, string>;
  const query = request.query as Record<string, string>;
  const visit: Visit = {
    dialect,
    endpoint,
    owner: (request as FastifyRequest & { owner?: string }).owner ?? '',
    session: params.session,
    locale: localeOf(query.lang ?? request.headers['accept-language']),
    baseUrl: options.baseUrl(),
    after: query.after ?? (request.headers['last-event-id'] as string | undefined),
  };
  const { command, refusal } = readRequest(options, visit, { params, query, body: request.body });
  if (refusal) return answer(endpoint, null, refusal, reply);

  if (endpoint.does === 'call') {
    const outcome =
      command && command.type !== 'attach' && command.type !== 'message.send'
        ? await control(options.wire, visit, command)
        : refuse('INVALID', 'this address takes no such command');
    return answer(endpoint, command ?? null, outcome, reply);
  }

  const wants: Wants = { cursor: query.cursor === '1', restore: query.restore === '1', ...command?.wants };
  const raw = { request: request.raw, response: reply.raw };
  reply.hijack();
  const outcome = await streamResponse(options.wire, visit, wants, raw, (conversation) =>
    command ? conversation.perform(command) : conversation.open().then(() => ({ ok: true })),
  );
  if (!outcome.ok) writeRaw(reply, endpoint, command ?? null, outcome);
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
): { command?: Command; refusal?: Outcome } {
  const { endpoint, dialect, session } = visit;
  if (!endpoint.read) return {};
  const { values, issue } = endpoint.read(request);
  if (issue) {
    options.onIssue(dialect.name, issue.reason);
    return { refusal: refuse('INVALID', issue.detail) };
  }
  const [command] = values;
  if (!command) return {};
  return { command: session === undefined || command.session !== undefined ? command : { ...command, session } };
}

function answer(endpoint: Endpoint, command: Command | null, outcome: Outcome, reply: FastifyReply): FastifyReply {
  const { status, body } = endpoint.write?.(command, outcome) ?? plainAnswer(outcome);
  return reply.code(status).send(body);
}

function plainAnswer(outcome: Outcome) {
  return outcome.ok
    ? { status: 200, body: (outcome.value ?? {}) as object }
    : { status: 400, body: { detail: outcome.error.message } };
}
