import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';
import type { Setting } from './recall.ts';

/** The user's request as a model is asked about it: what was found so far stands below it, in the same message. */
export function below({ messages }: Setting, ...findings: readonly string[]): LanguageModelV3Prompt {
  const before = messages.slice(0, -1);
  const request = messages.at(-1) as LanguageModelV3Message;
  if (request.role !== 'user' || findings.length === 0) return [...messages];
  // Some servers put parts together without a gap.
  const parts = findings.map((text) => ({ type: 'text' as const, text: `\n\n${text}` }));
  return [...before, { ...request, content: [...request.content, ...parts] }];
}
