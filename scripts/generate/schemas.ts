import { commandSchemas, type Dialect, eventSchemas, type Json, type JsonObject } from '@polywire/protocol';
import { z } from 'zod';
import { jsonText } from './json-text.ts';

type Schemas = Readonly<Record<string, z.ZodType>>;

/** JSON Schema files by name: the canonical model, and the frames of every dialect in both directions. */
export function schemaFiles(dialects: readonly Dialect[]): Map<string, string> {
  const files = new Map([
    ['canonical.events.json', schemaFile('Polywire: events', eventSchemas)],
    ['canonical.commands.json', schemaFile('Polywire: commands', commandSchemas)],
  ]);
  for (const { name, title, wire } of dialects) {
    files.set(`${name}.server.json`, schemaFile(`${title}: frames of the server`, wire.server));
    files.set(`${name}.client.json`, schemaFile(`${title}: frames of the client`, wire.client));
  }
  return files;
}

function schemaFile(title: string, schemas: Schemas): string {
  const names = Object.keys(schemas);
  return jsonText({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    anyOf: names.map((name) => ({ $ref: `#/$defs/${pointer(name)}` })),
    $defs: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, definition(schema)])),
  });
}

/** As a reader takes it: fields beyond the known ones are allowed, and what a schema cannot express may be anything. */
function definition(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest as JsonObject;
}

function pointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
