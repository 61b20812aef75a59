import { dialects, isJsonObject, type Json, type JsonObject } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import { openApi } from './openapi.ts';

const document = openApi(dialects, 'http://127.0.0.1:10338') as JsonObject & {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: JsonObject };
};
interface Operation {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: JsonObject };
  responses: Record<string, { description: string; content?: JsonObject }>;
}
const inBoth = /^[^\p{Script=Han}]+ \/ .*\p{Script=Han}/u;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, path, operation] as const),
);

describe('the OpenAPI document', () => {
  it('has every endpoint of every dialect, and nothing else', () => {
    const served = dialects.flatMap(({ endpoints }) => endpoints.map(({ method, path }) => `${method} ${path}`));
    expect(operations.map(([address]) => address).sort()).toEqual([...new Set(served)].sort());
  });

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('names each operation once', () => {
    const ids = operations.map(([, , { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(operations)('%s has its parameters, an answer and a description in both languages', (_, path, operation) => {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
    const names = operation.parameters.map(({ name, in: place }) => `${place} ${name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(operation.summary).toMatch(inBoth);
    expect(Object.keys(operation.responses).filter((status) => /^([1-5]\d\d|default)$/.test(status))).not.toEqual([]);
    for (const { description } of Object.values(operation.responses)) expect(description).toMatch(inBoth);
  });

  it('tells each framing of an address, and the shape of its frames', () => {
    const events = document.paths['/v1/sessions/{session}/events']?.get?.responses;
    expect(Object.keys(events ?? {})).toEqual(['101', '200', 'default']);
    expect(Object.keys(events?.['200']?.content ?? {})).toEqual(['text/event-stream', 'application/x-ndjson']);
  });

  it('tells what is sent and what comes back', () => {
    const runs = document.paths['/v1/sessions/{session}/runs']?.post;
    expect(runs?.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { properties: { input: { type: 'string' } }, required: ['input'] } } },
    });
    expect(runs?.responses['201']?.content).toMatchObject({
      'application/json': { schema: { properties: { id: { type: 'string' } } } },
    });
    expect(runs?.responses.default?.content).toEqual({
      'application/json': { example: { error: { code: 'NOT_FOUND', message: '…' } } },
    });
  });

  it('refers only to what it has', () => {
    const missing = refsIn(document).filter((ref) => {
      const name = /^#\/components\/schemas\/([A-Za-z0-9._-]+)$/.exec(ref)?.[1];
      return name === undefined || !Object.hasOwn(document.components.schemas, name);
    });
    expect(missing).toEqual([]);
    const frames = dialects.flatMap(({ wire }) => [...Object.keys(wire.server), ...Object.keys(wire.client)]);
    expect(Object.keys(document.components.schemas)).toHaveLength(frames.length);
  });
});

function refsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : refsIn(inner),
  );
}
