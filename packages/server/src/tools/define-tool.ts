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
  if (!TOOL_NAME.test(rest.name)) {
    const given = JSON.stringify(rest.name);
    throw new Error(
      `${given} is no name for a tool: 1 to 64 of A-Z, a-z, 0-9, _ and -. / 工具名称 ${given} 无效：应为 1 至 64 个 A-Z、a-z、0-9、_ 或 -。`,
    );
  }
  return {
    ...rest,
    description: typeof description === 'string' ? { en: description, zh: description } : description,
    ...(question && { question: (args: JsonObject) => question.call(definition, args as z.output<P>) }),
    run: async (args: JsonObject, use: ToolUse) => run.call(definition, args as z.output<P>, use),
  };
}

/** What every provider of models takes. */
export const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;
