import type { LanguageModelV3Message } from '@ai-sdk/provider';
import type { Json } from '@polywire/protocol';
import type { Model } from '../models/contract.ts';
import { assistantMessage, toolMessage } from '../models/prompt.ts';
import { type ThinkRequest, type Thought, think } from '../models/think.ts';
import type { Tool, Toolbox } from '../tools/contract.ts';
import type { RunContext } from './contract.ts';
import { RunError } from './errors.ts';

export interface Work extends Omit<ThinkRequest, 'tools'> {
  readonly tools: Toolbox;
}

/** Thinks, makes the calls that come of it, all at once, and thinks again, until there is nothing more to call. */
export async function act(context: RunContext, model: Model, work: Work): Promise<string> {
  let messages: readonly LanguageModelV3Message[] = work.messages;
  for (let round = 1; ; round += 1) {
    context.nextIteration();
    const key = `${work.key}.${round}`;
    const thought = await think(context, model, { ...work, key, messages: [...messages], tools: work.tools.list });
    if (thought.calls.length === 0) return answerOf(thought);
    messages = [...messages, ...(await makeCalls(context, work.tools, thought))];
  }
}

/** The calls of a thought, side by side, as what the model is told of them. */
export async function makeCalls(
  context: RunContext,
  tools: Toolbox,
  { text, calls, signed, messageId }: Thought,
): Promise<LanguageModelV3Message[]> {
  const results = await Promise.all(
    calls.map(async (call) => {
      const tool = tools.named(call.name) ?? missing(call.name);
      const { outcome, result } = await context.callTool({ ...call, tool, ...(messageId !== null && { messageId }) });
      return { callId: call.callId, name: call.name, outcome, result: modelsView(result) };
    }),
  );
  return [assistantMessage(text, calls, signed), toolMessage(results)];
}

/** A model that says nothing at all has failed, whatever it says about that. */
export function answerOf({ text, finish }: Thought): string {
  if (text.trim() !== '') return text;
  throw new RunError('MODEL_EMPTY', `The model gave no answer (${finish}). / 模型没有给出回答（${finish}）。`);
}

function missing(name: string): Tool {
  return {
    name,
    run: () => Promise.reject(new Error(`There is no tool ${name}. / 没有名为 ${name} 的工具。`)),
  };
}

/** A model is shown less than people may be: its room is dear. */
function modelsView(result: Json): Json {
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  return text.length <= MODEL_CHARS ? result : `${text.slice(0, MODEL_CHARS)}\n… (cut / 已截断)`;
}

const MODEL_CHARS = 24_000;
