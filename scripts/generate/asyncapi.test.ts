import { dialects, type Json, type JsonObject } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import { asyncApiFiles } from './asyncapi.ts';

const documents = [...asyncApiFiles(dialects, '0.0.0')].map(([name, text]) => [name, JSON.parse(text)] as const);

/** The rules of AsyncAPI 3.0.0 that a document of ours could break. */
describe.each(documents)('%s', (_, document: Json) => {
  const { channels, operations, components, servers } = document as Record<string, Record<string, JsonObject>>;

  it('has what every document must have', () => {
    expect(document).toMatchObject({
      asyncapi: '3.0.0',
      info: { title: expect.any(String), version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    });
    const known = ['asyncapi', 'id', 'info', 'servers', 'defaultContentType', 'channels', 'operations', 'components'];
    expect(Object.keys(document as JsonObject).filter((key) => !known.includes(key))).toEqual([]);
  });

  it('refers only to what is there', () => {
    const missing = refsIn(document).filter((ref) => at(document, ref) === undefined);
    expect(missing).toEqual([]);
  });

  it('names components, channels and operations with the letters that are allowed', () => {
    const keys = [components?.messages, components?.schemas, channels, operations, servers].flatMap((each) =>
      Object.keys(each ?? {}),
    );
    expect(keys.filter((key) => !/^[A-Za-z0-9._-]+$/.test(key))).toEqual([]);
  });

  it('has servers with a host and a protocol', () => {
    for (const server of Object.values(servers ?? {})) {
      expect(server).toEqual({
        host: expect.stringMatching(/^[^/]+$/),
        protocol: expect.stringMatching(/^(ws|http)$/),
      });
    }
  });

  it('describes each parameter of an address, and no other', () => {
    for (const { address, parameters = {} } of Object.values(channels ?? {})) {
      const named = [...String(address).matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(parameters as JsonObject)).toEqual(named);
    }
  });

  it('tells what each channel is for in both languages', () => {
    for (const { description } of Object.values(channels ?? {})) {
      expect(description).toMatch(/^[^\p{Script=Han}]+ \/ .*\p{Script=Han}/u);
    }
  });

  it('has operations that send or receive messages of their own channel', () => {
    expect(Object.keys(operations ?? {})).not.toEqual([]);
    for (const operation of Object.values(operations ?? {})) {
      const { action, channel, messages } = operation as {
        action: string;
        channel: { $ref: string };
        messages: { $ref: string }[];
      };
      expect(['send', 'receive']).toContain(action);
      expect(messages.length).toBeGreaterThan(0);
      expect(messages.every(({ $ref }) => $ref.startsWith(`${channel.$ref}/messages/`))).toBe(true);
    }
  });

  it('gives every message a payload that says something', () => {
    for (const message of Object.values(components?.messages ?? {})) {
      const { payload } = message as { payload: { $ref: string } };
      expect(Object.keys(at(document, payload.$ref) as JsonObject)).not.toEqual([]);
    }
  });
});

it.each(dialects.map((dialect, i) => [dialect.name, dialect, documents[i]] as const))(
  'every stream of %s is described',
  (_, { endpoints }, described) => {
    const [, { channels }] = described as readonly [string, { channels: Record<string, { address: string }> }];
    const paths = endpoints.filter(({ does }) => does !== 'call').map(({ path }) => path);
    expect(Object.values(channels).map(({ address }) => address)).toEqual(paths);
  },
);

function refsIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(refsIn);
  return Object.entries(value).flatMap(([key, field]) =>
    key === '$ref' && typeof field === 'string' ? [field] : refsIn(field),
  );
}

function at(document: Json, ref: string): Json | undefined {
  return ref
    .slice(2)
    .split('/')
    .reduce<Json | undefined>((value, key) => (value as JsonObject | undefined)?.[key], document);
}
