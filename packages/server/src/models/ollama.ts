import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3Prompt } from '@ai-sdk/provider';
import type { JsonObject } from '@polywire/protocol';
import { fetchDirectly } from '../tools/net/fetch-directly.ts';

/** The provider's code for Ollama, given what it can hand on: it sends no word of a call that was denied. */
export function withDenialsInWords(model: LanguageModelV3): LanguageModelV3 {
  const worded = (options: LanguageModelV3CallOptions) => ({ ...options, prompt: promptInWords(options.prompt) });
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(worded(options)),
    doStream: (options) => model.doStream(worded(options)),
  };
}

/** Ollama reads 4,096 tokens and lets its models think aloud only where it is told otherwise. */
export function ollamaOptions({ canThink, contextTokens }: { canThink: boolean; contextTokens: number }): JsonObject {
  return { think: canThink, options: { num_ctx: contextTokens } };
}

/**
 * Its stream lets a failure of its own cancelling go by unheard, which ends the process: one that is given up because
 * of the signal ends here without a failure, and whoever gave the signal knows why.
 */
export const fetchToBeCancelled: typeof fetch = async (input, init) => {
  const response = await fetchDirectly(input, init);
  const reader = response.body?.getReader();
  if (!reader) return response;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (init?.signal?.aborted) controller.close();
        else controller.error(error);
      }
    },
    cancel: () => reader.cancel().catch(ignoreLate),
  });
  return new Response(body, response);
};

/** The body is given up: how it fails from here on is of no interest. */
function ignoreLate(): undefined {
  return undefined;
}

function promptInWords(prompt: LanguageModelV3Prompt): LanguageModelV3Prompt {
  return prompt.map((message) =>
    message.role !== 'tool'
      ? message
      : {
          ...message,
          content: message.content.map((part) =>
            part.type === 'tool-result' && part.output.type === 'execution-denied'
              ? { ...part, output: { type: 'error-text' as const, value: part.output.reason || DENIED } }
              : part,
          ),
        },
  );
}

const DENIED = 'The user did not allow it. / 用户未同意执行。';
