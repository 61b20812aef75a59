import { type LanguageModelV3, LoadAPIKeyError } from '@ai-sdk/provider';
import type { JsonObject } from '@polywire/protocol';
import { fetchDirectly } from '../tools/net/fetch-directly.ts';
import { fetchToBeCancelled, ollamaOptions, withDenialsInWords } from './ollama.ts';
import { notesThinking } from './thinking-field.ts';

/** One service that models are had from. */
export interface Provider {
  readonly title: string;
  /** Which of the programming interfaces below it speaks. */
  readonly speaks: keyof typeof interfaces;
  readonly baseUrl?: string;
  /** Variables that may have the key, the usual one first. */
  readonly keys?: readonly string[];
  /** Without a key it answers nobody. */
  readonly needsKey?: boolean;
  /** It does not fetch pictures by their addresses. */
  readonly wantsPicturesSent?: boolean;
  /** It refuses calls that come back without the field of the thinking that led to them, also those of earlier turns. */
  readonly wantsThinkingFields?: boolean;
  /** What it has to be told of a model, in its own words. */
  options?(facts: { readonly canThink: boolean; readonly contextTokens: number }): JsonObject;
}

export interface Access {
  readonly baseUrl: string;
  readonly key: string | undefined;
  /** Where the key would have been. */
  readonly variable: string | undefined;
}

export const providers: Readonly<Record<string, Provider>> = {
  openai: hosted('OpenAI', 'https://api.openai.com/v1', 'OPENAI_API_KEY'),
  anthropic: { ...hosted('Anthropic', 'https://api.anthropic.com/v1', 'ANTHROPIC_API_KEY'), speaks: 'anthropic' },
  deepseek: { ...hosted('DeepSeek', 'https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY'), wantsThinkingFields: true },
  qwen: hosted('Qwen', 'https://dashscope.aliyuncs.com/compatible-mode/v1', 'DASHSCOPE_API_KEY'),
  moonshot: { ...hosted('Moonshot', 'https://api.moonshot.cn/v1', 'MOONSHOT_API_KEY'), wantsThinkingFields: true },
  zhipu: hosted('Zhipu', 'https://open.bigmodel.cn/api/paas/v4', 'ZHIPU_API_KEY'),
  openrouter: hosted('OpenRouter', 'https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY'),
  vllm: local('vLLM', 'http://127.0.0.1:8000/v1', 'VLLM_API_KEY'),
  lmstudio: local('LM Studio', 'http://127.0.0.1:1234/v1', 'LMSTUDIO_API_KEY'),
  ollama: {
    ...local('Ollama', 'http://127.0.0.1:11434/api', 'OLLAMA_API_KEY'),
    speaks: 'ollama',
    wantsPicturesSent: true,
    options: ollamaOptions,
  },
  compatible: { title: 'OpenAI-compatible', speaks: 'chatCompletions', keys: ['POLYWIRE_API_KEY', 'OPENAI_API_KEY'] },
};

/** Each loads its code only when a model of it is used. */
const interfaces = {
  async chatCompletions(name: string, model: string, { baseUrl, key }: Access): Promise<LanguageModelV3> {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({
      name,
      baseURL: baseUrl,
      includeUsage: true,
      metadataExtractor: notesThinking,
      fetch: fetchDirectly,
      ...(key !== undefined && { apiKey: key }),
    })(model);
  },
  async anthropic(_: string, model: string, { baseUrl, key = '' }: Access): Promise<LanguageModelV3> {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL: baseUrl, apiKey: key, fetch: fetchDirectly })(model);
  },
  async ollama(_: string, model: string, { baseUrl, key }: Access): Promise<LanguageModelV3> {
    const { createOllama } = await import('ollama-ai-provider-v2');
    const headers = key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } };
    // Its usual address is often given without the path.
    const baseURL = new URL(baseUrl).pathname === '/' ? new URL('/api', baseUrl).href : baseUrl;
    return withDenialsInWords(createOllama({ baseURL, fetch: fetchToBeCancelled, ...headers })(model));
  },
};

/** The model itself, or an error that says which variable is missing. */
export async function connect(name: string, model: string, access: Access): Promise<LanguageModelV3> {
  const provider = providers[name] as Provider;
  if (access.key === undefined && provider.needsKey) {
    throw new LoadAPIKeyError({ message: `${access.variable} is not set. / 未设置 ${access.variable}。` });
  }
  return interfaces[provider.speaks](name, model, access);
}

function hosted(title: string, baseUrl: string, key: string): Provider {
  return { title, speaks: 'chatCompletions', baseUrl, keys: [key], needsKey: true };
}

function local(title: string, baseUrl: string, key: string): Provider {
  return { title, speaks: 'chatCompletions', baseUrl, keys: [key] };
}
