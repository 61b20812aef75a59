import type { Json, JsonObject } from '@polywire/protocol';
import type { ZodObject, z } from 'zod';
import type { Tool, ToolUse } from './contract.ts';

export interface ToolDefinition<P extends ZodObject> extends Pick<Tool, 'name' | 'destructive' | 'idempotent'> {
  /** For the model that chooses it and the people who watch; one text will do where there is one language. */
  readonly description: string | { readonly en: string; readonly zh: string };
  readonly parameters: P;
  /** What to ask the user before it runs; `use.answer` has the answer. */
  question?(args: z.output<P>): string;
  run(args: z.output<P>, use: ToolUse): Promise<Json> | Json;
}

/** A tool whose arguments have the types that its parameters say. */
export function defineTool<P extends ZodObject>(definition: ToolDefinition<P>): Tool {
  const { description, run, question, ...rest } = definition;
  if (!TOOL_NAME.test(rest.name))
    throw new Error(`${JSON.stringify(rest.name)} is no name for a tool. / 工具名称无效。`);
  return {
    ...rest,
    description: typeof description === 'string' ? { en: description, zh: description } : description,
    ...(question && { question: (args: JsonObject) => question.call(definition, args as z.output<P>) }),
    run: async (args: JsonObject, use: ToolUse) => run.call(definition, args as z.output<P>, use),
  };
}

/** What every provider of models takes. */
export const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;
