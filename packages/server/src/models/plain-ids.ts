import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';

/**
 * Calls by names that every service takes: one wants no dots in them, one at most 40 characters, one nine letters and
 * digits. They are counted from the beginning, so that what a longer request begins with keeps its names.
 */
export function withPlainIds(prompt: LanguageModelV3Prompt): LanguageModelV3Prompt {
  const names = new Map<string, string>();
  const plain = (id: string): string => {
    const name = names.get(id) ?? `call${String(names.size + 1).padStart(5, '0')}`;
    names.set(id, name);
    return name;
  };
  return prompt.map((message) => {
    if (message.role !== 'assistant' && message.role !== 'tool') return message;
    const content = message.content.map((part) =>
      'toolCallId' in part ? { ...part, toolCallId: plain(part.toolCallId) } : part,
    );
    return { ...message, content } as LanguageModelV3Message;
  });
}
