import { type Dialect, type Endpoint, isJsonObject, type Json, type JsonObject } from '@polywire/protocol';
import { aboutEndpoint } from '@polywire/protocol/about';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { version } from './version.ts';
import { byAddress, type Served } from './wire/by-address.ts';

/** Every address of every dialect as an OpenAPI document: made from the same tables that are served. */
export function openApi(dialects: readonly Dialect[], url: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const group of byAddress(dialects).values()) {
    const [{ endpoint }] = group as [Served];
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(group) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Polywire', version, description: ABOUT },
    servers: [{ url }],
    security: [{}, { token: [] }],
    tags: dialects.map(({ name, title }) => ({ name, description: title })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(dialects.flatMap(schemasOf)),
    },
  };
}

/** Serves it. It does not change while the server runs. */
export function serveOpenApi(app: FastifyInstance, dialects: readonly Dialect[], url: () => string): void {
  let text: string | undefined;
  app.get('/openapi.json', (_, reply) => {
    text ??= JSON.stringify(openApi(dialects, url()));
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

const ABOUT =
  'One agent server that speaks the protocol of every agent UI. Addresses answered with status 101 are WebSockets. / ' +
  '一个智能体服务器，兼容各种智能体界面的协议。应答状态为 101 的地址是 WebSocket。';

/** Where one address has several framings, they are one operation with several answers. */
function operation(group: readonly Served[]): JsonObject {
  const [first] = group as [Served];
  const { dialect, endpoint } = first;
  const body = group.map(requestBody).find((each) => each !== undefined);
  const responses = group.map(responsesOf).reduce(merged, {});
  return {
    operationId: operationId(dialect, endpoint),
    tags: [dialect.name],
    summary: aboutOf(first),
    parameters: [...pathParameters(endpoint), ...queryParameters(group)],
    ...(body && { requestBody: body }),
    responses,
  };
}

function aboutOf({ dialect, endpoint }: Served): string {
  const { en, zh } = aboutEndpoint(dialect, endpoint);
  return `${en} / ${zh}`;
}

function operationId({ name }: Dialect, { method, path }: Endpoint): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return [name, method.toLowerCase(), ...words].join('.');
}

function pathParameters({ path }: Endpoint): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: name as string,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(group: readonly Served[]): Json[] {
  const found = new Map<string, Json>();
  for (const { endpoint } of group) {
    const { properties, required } = endpoint.shape?.query ? schemaOf(endpoint.shape.query) : {};
    for (const [name, schema] of isJsonObject(properties) ? Object.entries(properties) : []) {
      found.set(name, { name, in: 'query', required: Array.isArray(required) && required.includes(name), schema });
    }
    for (const [name, description] of endpoint.does === 'call' ? [] : Object.entries(streamQueries)) {
      found.set(name, { name, in: 'query', description, schema: { type: 'string' } });
    }
  }
  return [...found.values()];
}

const streamQueries = {
  after: 'The cursor of the last frame that the client has / 客户端已有的最后一帧的游标',
  cursor: '1: every frame has its cursor / 1：每帧附带游标',
  restore: '1: degraded frames have their event beside them / 1：降级的帧附带原事件',
  lang: 'zh or en: what the server says in its own words / 服务器自身用语的语言',
};

function requestBody({ dialect, endpoint: { method, framing, does, shape } }: Served): JsonObject | undefined {
  if (framing === 'multipart') return { required: true, content: { 'multipart/form-data': { schema: filesSchema } } };
  if (method === 'GET' || method === 'DELETE') return undefined;
  const schema = shape?.body ? schemaOf(shape.body) : does === 'call' ? {} : framesOf(dialect, 'client');
  return { required: shape?.body !== undefined || does !== 'call', content: { [JSON_TYPE]: { schema } } };
}

function responsesOf(served: Served): JsonObject {
  const { dialect, endpoint } = served;
  const { framing, does, shape, write } = endpoint;
  const about = aboutOf(served);
  const frames = framesOf(dialect, 'server');
  if (framing === 'ws') return { 101: { description: `WebSocket: ${about}` } };
  const refusal = write?.(null, { ok: false, error: { code: 'NOT_FOUND', message: '…' } });
  const refused = { description: 'Refused / 被拒绝', content: { [JSON_TYPE]: { example: refusal?.body ?? {} } } };
  const status = shape?.status ?? 200;
  if (status === 204) return { 204: { description: about }, default: refused };
  const schema = does === 'call' ? (shape?.answer ? schemaOf(shape.answer) : {}) : frames;
  const content = { [contentTypes[framing]]: { schema } };
  return { [status]: { description: about, content }, default: refused };
}

/** The answers of two framings of one address. */
function merged(one: JsonObject, other: JsonObject): JsonObject {
  const result = { ...one };
  for (const [status, answer] of Object.entries(other) as [string, JsonObject][]) {
    const before = result[status] as JsonObject | undefined;
    const content = { ...(before?.content as JsonObject | undefined), ...(answer.content as JsonObject | undefined) };
    result[status] = { ...answer, ...before, ...(Object.keys(content).length > 0 && { content }) };
  }
  return result;
}

const JSON_TYPE = 'application/json';
const contentTypes: Readonly<Record<Exclude<Endpoint['framing'], 'ws'>, string>> = {
  json: JSON_TYPE,
  multipart: JSON_TYPE,
  sse: 'text/event-stream',
  ndjson: 'application/x-ndjson',
  file: 'application/octet-stream',
};
const filesSchema = {
  type: 'object',
  properties: { files: { type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream' } } },
};

function framesOf(dialect: Dialect, side: 'server' | 'client'): JsonObject {
  const names = Object.keys(dialect.wire[side]);
  return { anyOf: names.map((name) => ({ $ref: `#/components/schemas/${schemaName(dialect, side, name)}` })) };
}

function schemasOf(dialect: Dialect): [name: string, schema: JsonObject][] {
  return (['server', 'client'] as const).flatMap((side) =>
    Object.entries(dialect.wire[side]).map(([name, schema]): [string, JsonObject] => [
      schemaName(dialect, side, name),
      schemaOf(schema),
    ]),
  );
}

/** What OpenAPI allows in the name of a component. */
function schemaName(dialect: Dialect, side: 'server' | 'client', name: string): string {
  return `${dialect.name}.${side}.${name.replaceAll(/[^A-Za-z0-9._-]/g, '_')}`;
}

/** As a reader takes it: fields beyond the known ones are allowed, and what a schema cannot express may be anything. */
function schemaOf(schema: z.ZodType): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest as JsonObject;
}
