import type { LanguageModelV3Message } from '@ai-sdk/provider';

export function withSummary(system: string, summary: string): string {
  return summary === '' ? system : `${system}\n\nEarlier in this conversation: ${summary}`;
}

/** One more thing said to the model in the user's place: what an agent asks, with what it has found so far. */
export function asks(...paragraphs: readonly string[]): LanguageModelV3Message {
  return { role: 'user', content: [{ type: 'text', text: paragraphs.filter((each) => each !== '').join('\n\n') }] };
}
