import { type LanguageModel, streamText } from 'ai';
import type { Carry, StartSide } from '../../server/contract.ts';
import { httpSide } from '../../server/http-side.ts';

/** Its whole way from a model to a response, with a model that hands on the chunks; nothing stored. */
export const start: StartSide = (workload, carry) =>
  httpSide(workload, 'data: {"type":"text-delta"', ([response]) => {
    if (response) streamText({ model: modelOf(carry), prompt: 'go' }).pipeUIMessageStreamToResponse(response);
  });

type Model = Exclude<LanguageModel, string>;
type V3 = Extract<Model, { specificationVersion: 'v3' }>;
type Part = Awaited<ReturnType<V3['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never;

function modelOf(carry: Carry): V3 {
  return {
    specificationVersion: 'v3',
    provider: 'bench',
    modelId: 'chunks',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('it only streams')),
    async doStream() {
      const stream = new ReadableStream<Part>({
        async start(controller) {
          const id = 'text-1';
          controller.enqueue({ type: 'stream-start', warnings: [] });
          controller.enqueue({ type: 'text-start', id });
          await carry((delta) => controller.enqueue({ type: 'text-delta', id, delta }));
          controller.enqueue({ type: 'text-end', id });
          controller.enqueue({ type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: NO_USAGE });
          controller.close();
        },
      });
      return { stream };
    },
  };
}

const NO_USAGE = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
