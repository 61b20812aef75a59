import { dialects, type Json, type JsonObject } from '@polywire/protocol';
import { expect, test } from 'vitest';
import { schemaFiles } from './schemas.ts';

const files = new Map([...schemaFiles(dialects)].map(([name, text]) => [name, JSON.parse(text) as SchemaFile]));
interface SchemaFile {
  anyOf: { $ref: string }[];
  $defs: Record<string, JsonObject>;
}

test.each([...files])('%s describes each of its frames', (_, { anyOf, $defs }) => {
  expect(anyOf.map(({ $ref }) => $ref)).toEqual(Object.keys($defs).map((name) => `#/$defs/${name}`));
  const vague = Object.entries($defs).filter(([, definition]) => Object.keys(definition).length === 0);
  expect(vague.map(([name]) => name)).toEqual([]);
});

test('an object of unknown content is still an object, and any JSON is anything', () => {
  const { $defs } = files.get('canonical.events.json') as SchemaFile;
  expect(property($defs['tool.call'], 'ext')).toEqual({ type: 'object' });
  expect(property($defs['tool.call'], 'args')).toEqual({ type: ['object', 'null'] });
  expect(property($defs['tool.finished'], 'result')).toEqual({});
});

test('fields beyond the known ones are allowed unless a schema forbids them: readers skip them', () => {
  for (const name of ['canonical.events.json', 'canonical.commands.json']) {
    expect(JSON.stringify(files.get(name)?.$defs)).not.toContain('"additionalProperties":false');
  }
});

function property(definition: JsonObject | undefined, name: string): Json | undefined {
  return (definition?.properties as JsonObject | undefined)?.[name];
}
