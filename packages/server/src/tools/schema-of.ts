import type { JsonObject } from '@polywire/protocol';
import { z } from 'zod';
import type { Tool } from './contract.ts';

/** What a tool takes, as JSON Schema: for models, front ends and the docs. */
export function schemaOf({ schema, parameters }: Tool): JsonObject {
  if (schema) return schema;
  if (!parameters) return { type: 'object', properties: {} };
  const { $schema: _, ...made } = z.toJSONSchema(parameters, { io: 'input' }) as JsonObject;
  return made;
}
