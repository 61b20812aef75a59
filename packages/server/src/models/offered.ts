import type { JSONSchema7, LanguageModelV3FunctionTool } from '@ai-sdk/provider';
import { z } from 'zod';
import type { Tool } from '../tools/contract.ts';

/** Tools as models are told of them. */
export function offered(tools: readonly Tool[], locale: 'en' | 'zh'): LanguageModelV3FunctionTool[] {
  return tools.map((tool) => ({
    type: 'function',
    name: tool.name,
    ...(tool.description && { description: tool.description[locale] }),
    inputSchema: schemaOf(tool),
  }));
}

const made = new WeakMap<Tool, JSONSchema7>();

function schemaOf(tool: Tool): JSONSchema7 {
  if (tool.schema) return tool.schema as JSONSchema7;
  const known = made.get(tool);
  if (known) return known;
  const schema = tool.parameters ? schemaOfZod(tool.parameters) : NOTHING;
  made.set(tool, schema);
  return schema;
}

function schemaOfZod(parameters: NonNullable<Tool['parameters']>): JSONSchema7 {
  const { $schema: _, ...schema } = z.toJSONSchema(parameters, { io: 'input' });
  return schema as JSONSchema7;
}

const NOTHING: JSONSchema7 = { type: 'object', properties: {} };
