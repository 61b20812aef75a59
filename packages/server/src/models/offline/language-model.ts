import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider';
import type { Reply } from './contract.ts';
import { paced } from './pace.ts';
import { readPrompt } from './read-prompt.ts';
import { respond } from './respond.ts';
import { tokensIn } from './tokens.ts';

/** The offline model behind the interface that every provider has. The same prompt always gets the same answer. */
export function languageModel(name: string, charsPerSecond: number): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: 'polywire',
    modelId: name,
    supportedUrls: {},
    async doGenerate(options) {
      const reply = respond(readPrompt(options));
      return {
        content: contentOf(reply),
        finishReason: finishOf(reply),
        usage: usageOf(options, reply),
        warnings: [],
      };
    },
    async doStream(options) {
      await others();
      const request = readPrompt(options);
      await others();
      const reply = respond(request);
      await others();
      const parts = partsOf(reply, options);
      return { stream: paced(parts, charsPerSecond, options.abortSignal) };
    },
  };
}

/** A long message takes a while to read: everybody else has a turn in between. */
function others(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function* partsOf(reply: Reply, options: LanguageModelV3CallOptions): Generator<LanguageModelV3StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  if (reply.reasoning) {
    yield { type: 'reasoning-start', id: 'r' };
    for (const delta of pieces(reply.reasoning)) yield { type: 'reasoning-delta', id: 'r', delta };
    yield { type: 'reasoning-end', id: 'r' };
  }
  if (reply.text) {
    yield { type: 'text-start', id: 't' };
    for (const delta of pieces(reply.text)) yield { type: 'text-delta', id: 't', delta };
    yield { type: 'text-end', id: 't' };
  }
  for (const [n, { name, args }] of (reply.calls ?? []).entries()) {
    const id = `call-${n + 1}`;
    const input = JSON.stringify(args);
    yield { type: 'tool-input-start', id, toolName: name };
    for (const delta of pieces(input)) yield { type: 'tool-input-delta', id, delta };
    yield { type: 'tool-input-end', id };
    yield { type: 'tool-call', toolCallId: id, toolName: name, input };
  }
  yield { type: 'finish', finishReason: finishOf(reply), usage: usageOf(options, reply) };
}

/** About as much as a model writes at once: a word, or two signs of a script without blanks. */
function pieces(text: string): string[] {
  return text.match(/\p{Script=Han}{1,2}|\s*[^\s\p{Script=Han}]{1,12}|\s+/gu) ?? [];
}

function contentOf({ reasoning, text, calls = [] }: Reply): LanguageModelV3Content[] {
  return [
    ...(reasoning ? [{ type: 'reasoning' as const, text: reasoning }] : []),
    ...(text ? [{ type: 'text' as const, text }] : []),
    ...calls.map(({ name, args }, n) => ({
      type: 'tool-call' as const,
      toolCallId: `call-${n + 1}`,
      toolName: name,
      input: JSON.stringify(args),
    })),
  ];
}

function finishOf({ calls = [] }: Reply): LanguageModelV3FinishReason {
  return calls.length > 0 ? { unified: 'tool-calls', raw: undefined } : { unified: 'stop', raw: undefined };
}

function usageOf(
  { prompt }: LanguageModelV3CallOptions,
  { reasoning = '', text = '', calls = [] }: Reply,
): LanguageModelV3Usage {
  const read = tokensIn(prompt.map(({ content }) => textsOf(content)).join(' '));
  const thought = tokensIn(reasoning);
  const said = tokensIn(text) + tokensIn(calls.length > 0 ? JSON.stringify(calls) : '');
  return {
    inputTokens: { total: read, noCache: read, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: said + thought, text: said, reasoning: thought },
  };
}

/** Pictures are not counted: it does not see them. */
function textsOf(content: unknown): string {
  return typeof content === 'string'
    ? content
    : JSON.stringify(content, (key, value) => (key === 'data' ? undefined : value));
}
