import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import type { Json, JsonObject } from '@polywire/protocol';

/** What every model can be told, as configurations say it and as the providers' code takes it. */
const general = {
  temperature: 'temperature',
  top_p: 'topP',
  top_k: 'topK',
  max_tokens: 'maxOutputTokens',
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
  seed: 'seed',
} as const satisfies Record<string, keyof LanguageModelV3CallOptions>;

export interface CallSettings {
  readonly forAll: Partial<LanguageModelV3CallOptions>;
  /** In the provider's own words. */
  readonly own: JsonObject;
}

/** A provider's code passes over what it expects elsewhere, without a word. */
export function callSettings(options: JsonObject): CallSettings {
  const forAll: Record<string, Json> = {};
  const own: Record<string, Json> = {};
  for (const [name, value] of Object.entries(options)) {
    if (Object.hasOwn(general, name)) forAll[general[name as keyof typeof general]] = value;
    else own[name] = value;
  }
  return { forAll, own };
}
