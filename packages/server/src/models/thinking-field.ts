import type { MetadataExtractor } from '@ai-sdk/openai-compatible';
import type { LanguageModelV3Prompt } from '@ai-sdk/provider';

/**
 * Services that write their thinking into a field of its own take the results of tools only together with it. Those
 * that do not know the field refuse whatever has it. So it is sent back to whom it came from.
 */
export const notesThinking: MetadataExtractor = {
  extractMetadata: async () => undefined,
  createStreamExtractor() {
    let isWritten = false;
    return {
      processChunk(chunk) {
        isWritten ||= hasThinking(chunk as Chunk);
      },
      buildMetadata: () => (isWritten ? { [NOTES]: { wantsThinkingBack: true } } : undefined),
    };
  },
};

/** What the end of an answer tells of it. */
export function wantsThinkingBack(end: { readonly providerMetadata?: Record<string, unknown> }): boolean {
  return end.providerMetadata?.[NOTES] !== undefined;
}

/** Earlier turns are told without their thinking; some services want the field nevertheless, with something in it. */
export function withThinkingFields(prompt: LanguageModelV3Prompt): LanguageModelV3Prompt {
  return prompt.map((message) => {
    if (message.role !== 'assistant') return message;
    const { content } = message;
    const isBare =
      content.some(({ type }) => type === 'tool-call') && !content.some(({ type }) => type === 'reasoning');
    return isBare ? { ...message, content: [{ type: 'reasoning', text: ' ' }, ...content] } : message;
  });
}

interface Chunk {
  readonly choices?: readonly { readonly delta?: { readonly reasoning_content?: unknown } | null }[];
}

function hasThinking({ choices }: Chunk): boolean {
  return typeof choices?.[0]?.delta?.reasoning_content === 'string';
}

const NOTES = 'polywire';
