import type { Model } from '../contract.ts';
import type { OfflineSettings } from '../settings.ts';

/** The model that needs nothing: no key, no network, no download. */
export function offlineModel({ charsPerSecond }: OfflineSettings): Model {
  return {
    name: NAME,
    title: { en: 'Built-in offline model', zh: '内置离线模型' },
    provider: 'polywire',
    canSee: false,
    canThink: true,
    contextTokens: 32_000,
    load: async () => (await import('./language-model.ts')).languageModel(NAME, charsPerSecond),
  };
}

const NAME = 'built-in';
