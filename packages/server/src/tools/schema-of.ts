import type { JsonObject } from '@polywire/protocol';
import { z } from 'zod';
import type { Tool } from './contract.ts';

/** What a tool takes, as JSON Schema: for models, front ends and the docs. */
export function schemaOf(tool: Tool): JsonObject {
  if (tool.schema) return tool.schema;
  const known = made.get(tool);
  if (known) return known;
  const schema = tool.parameters ? schemaOfZod(tool.parameters) : NOTHING;
  made.set(tool, schema);
  return schema;
}

/** Models are told of the same tools at every step. */
const made = new WeakMap<Tool, JsonObject>();
const NOTHING: JsonObject = { type: 'object', properties: {} };

function schemaOfZod(parameters: NonNullable<Tool['parameters']>): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(parameters, { io: 'input' }) as JsonObject;
  return schema;
}
