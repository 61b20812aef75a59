import type { Model, Models } from '../../src/models/contract.ts';
import { connect } from '../../src/models/providers.ts';
import type { ModelServer } from './model-server.ts';

/** One model, by way of a provider's real code, at a local server. */
export function modelsAt(
  { baseUrl }: Pick<ModelServer, 'baseUrl'>,
  provider = 'openai',
  more: Partial<Model> = {},
): Models {
  const model: Model = {
    name: 'test',
    title: { en: 'Test', zh: '测试' },
    canSee: false,
    contextTokens: 32_000,
    patience: { attempts: 2, pauseMs: 1, silenceMs: 60_000 },
    load: () => connect(provider, 'test-model', { baseUrl, key: 'sk-test-1234567890', variable: 'KEY' }),
    ...more,
  };
  return { list: [model], named: (name) => (name === undefined || name === model.name ? model : undefined) };
}
