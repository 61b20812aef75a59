import type { Dialect, Endpoint, Json, JsonObject } from '@polywire/protocol';
import { aboutEndpoint } from '@polywire/protocol/about';
import { z } from 'zod';
import { inBoth } from './in-both.ts';
import { jsonText } from './json-text.ts';

type Side = 'server' | 'client';

/** AsyncAPI 3 documents by file name, one for each dialect: the server is the application that they describe. */
export function asyncApiFiles(dialects: readonly Dialect[], version: string): Map<string, string> {
  return new Map(dialects.map((dialect) => [`${dialect.name}.json`, jsonText(asyncApi(dialect, version))]));
}

function asyncApi(dialect: Dialect, version: string): JsonObject {
  const streams = dialect.endpoints.filter(({ does }) => does !== 'call');
  const protocols = new Set(streams.map(protocolOf));
  return {
    asyncapi: '3.0.0',
    info: { title: `Polywire: ${dialect.title}`, version, description: ABOUT },
    defaultContentType: 'application/json',
    servers: Object.fromEntries([...protocols].map((protocol) => [protocol, { host: HOST, protocol }])),
    channels: Object.fromEntries(streams.map((endpoint) => [channelId(endpoint), channel(dialect, endpoint)])),
    operations: Object.fromEntries(streams.flatMap((endpoint) => operations(dialect, endpoint))),
    components: {
      messages: Object.fromEntries(sides.flatMap((side) => messages(dialect, side))),
      schemas: Object.fromEntries(sides.flatMap((side) => schemas(dialect, side))),
    },
  };
}

const HOST = '127.0.0.1:10338';
const ABOUT =
  'The streams of one dialect. What the server sends is `send`, what it takes is `receive`. / ' +
  '一种方言的流。`send` 为服务器发送，`receive` 为服务器接收。';
const sides: readonly Side[] = ['server', 'client'];

function protocolOf({ framing }: Endpoint): string {
  return framing === 'ws' ? 'ws' : 'http';
}

function channelId({ method, path, framing }: Endpoint): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return [framing, method.toLowerCase(), ...words].join('.');
}

function channel(dialect: Dialect, endpoint: Endpoint): JsonObject {
  const { path, does, framing, method } = endpoint;
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name as string, {}]);
  const carried = does === 'converse' ? sides : sides.slice(0, 1);
  return {
    address: path,
    description: `${inBoth(aboutEndpoint(dialect, endpoint))} (${framing})`,
    servers: [{ $ref: `#/servers/${protocolOf(endpoint)}` }],
    ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) as JsonObject }),
    messages: Object.fromEntries(
      carried.flatMap((side) => names(dialect, side)).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
    ),
    ...(framing === 'ws' && { bindings: { ws: { method, query: streamQueries, bindingVersion: '0.1.0' } } }),
  };
}

const streamQueries = {
  type: 'object',
  properties: {
    after: {
      type: 'string',
      description: 'the cursor of the last frame that the client has / 客户端已有的最后一帧的游标',
    },
    cursor: { type: 'string', description: '1: every frame has its cursor / 1：每帧附带游标' },
    restore: { type: 'string', description: '1: degraded frames have their event / 1：降级的帧附带原事件' },
    lang: { type: 'string', enum: ['en', 'zh'] },
  },
};

function operations(dialect: Dialect, endpoint: Endpoint): [string, JsonObject][] {
  const id = channelId(endpoint);
  const of = (action: string, side: Side): JsonObject => ({
    action,
    channel: { $ref: `#/channels/${id}` },
    messages: names(dialect, side).map((name) => ({ $ref: `#/channels/${id}/messages/${name}` })),
  });
  const sent: [string, JsonObject] = [`send.${id}`, of('send', 'server')];
  return endpoint.does === 'converse' ? [sent, [`receive.${id}`, of('receive', 'client')]] : [sent];
}

function messages(dialect: Dialect, side: Side): [string, JsonObject][] {
  return names(dialect, side).map((name) => [name, { name, payload: { $ref: `#/components/schemas/${name}` } }]);
}

/** AsyncAPI's own schema language is draft 7 and a little more. */
function schemas(dialect: Dialect, side: Side): [string, Json][] {
  return Object.entries(dialect.wire[side]).map(([name, schema]) => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-7' });
    return [nameOf(side, name), rest as JsonObject];
  });
}

function names(dialect: Dialect, side: Side): string[] {
  return Object.keys(dialect.wire[side]).map((name) => nameOf(side, name));
}

/** What AsyncAPI allows as the name of a component. */
function nameOf(side: Side, name: string): string {
  return `${side}.${name.replaceAll(/[^A-Za-z0-9._-]/g, '_')}`;
}
