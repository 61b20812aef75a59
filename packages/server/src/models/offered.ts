import type { JSONSchema7, LanguageModelV3FunctionTool } from '@ai-sdk/provider';
import type { Tool } from '../tools/contract.ts';
import { schemaOf } from '../tools/schema-of.ts';

/** Tools as models are told of them. */
export function offered(tools: readonly Tool[], locale: 'en' | 'zh'): LanguageModelV3FunctionTool[] {
  return tools.map((tool) => ({
    type: 'function',
    name: tool.name,
    ...(tool.description && { description: tool.description[locale] }),
    inputSchema: schemaOf(tool) as JSONSchema7,
  }));
}
