import type { LanguageModelV3Message, LanguageModelV3Prompt, LanguageModelV3ToolResultPart } from '@ai-sdk/provider';
import { clipped, tokensIn } from '../agents/tokens.ts';

/**
 * A request that fits into what a model reads at once: results of tools are shortened to their beginnings, the oldest
 * first, until the rest has room. Whoever needs more calls again.
 */
export function fitted(prompt: LanguageModelV3Prompt, contextTokens: number): LanguageModelV3Prompt {
  let over = prompt.reduce((sum, message) => sum + sizeOf(message), 0) - Math.floor(contextTokens * SHARE);
  if (over <= 0) return prompt;
  const short = (part: ToolPart): ToolPart => {
    if (over <= 0 || part.type !== 'tool-result') return part;
    const shorter = shortened(part);
    over -= sizeOf(part) - sizeOf(shorter);
    return shorter;
  };
  return prompt.map((message) =>
    message.role === 'tool' ? { ...message, content: message.content.map(short) } : message,
  );
}

type ToolPart = Extract<LanguageModelV3Message, { role: 'tool' }>['content'][number];

function shortened(part: LanguageModelV3ToolResultPart): LanguageModelV3ToolResultPart {
  const { output } = part;
  if (output.type === 'execution-denied' || output.type === 'content') return part;
  const text = typeof output.value === 'string' ? output.value : JSON.stringify(output.value);
  if (tokensIn(text) <= RESULT_TOKENS) return part;
  return { ...part, output: { type: 'text', value: `${clipped(text, RESULT_TOKENS)} (cut / 已截断)` } };
}

/** Pictures are not counted: how much of its room one takes, every model decides for itself. */
function sizeOf(part: object): number {
  return tokensIn(JSON.stringify(part, (key, value) => (key === 'data' ? undefined : value)));
}

/** The rest is for the tools that are offered, for the answer, and for tokens being counted by guess. */
const SHARE = 0.7;
const RESULT_TOKENS = 400;
