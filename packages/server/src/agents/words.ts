import type { LanguageModelV3Message } from '@ai-sdk/provider';
import type { Setting } from './recall.ts';

/** What a model is told to do, with what it cannot know: the day, and what was said too long ago to be shown. */
export function briefed(system: string, { summary }: Pick<Setting, 'summary'>): string {
  const earlier = summary === '' ? [] : [`Earlier in this conversation: ${summary}`];
  return [system, `Today is ${today()}.`, ...earlier].join('\n\n');
}

/** The day alone: a request that changes every second is read anew every time. */
function today(): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' }).format(new Date());
}

/** One more thing said to the model in the user's place: what an agent asks, with what it has found so far. */
export function asks(...paragraphs: readonly string[]): LanguageModelV3Message {
  return { role: 'user', content: [{ type: 'text', text: paragraphs.filter((each) => each !== '').join('\n\n') }] };
}
