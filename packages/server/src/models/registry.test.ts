import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError } from '../config.ts';
import { createModels } from './registry.ts';
import { type ModelsConfig, modelConfig } from './settings.ts';

function config(file: object = {}): ModelsConfig {
  return z.object(modelConfig).parse(file);
}

describe('which models there are', () => {
  it('has the built-in one, and takes it where nothing else is said', () => {
    const models = createModels(config(), {});
    expect(models.list.map(({ name }) => name)).toEqual(['built-in']);
    expect(models.named(undefined)?.name).toBe('built-in');
  });

  it('takes provider:model as the default, also where the model has colons', () => {
    const models = createModels(config({ model: 'ollama:qwen3:8b' }), {});
    expect(models.named(undefined)).toMatchObject({ name: 'ollama:qwen3:8b', provider: 'ollama' });
    expect(models.named('built-in')?.name).toBe('built-in');
    expect(models.named('another')).toBeUndefined();
  });

  it('takes a name of the configuration as the default', () => {
    const models = createModels(
      config({ model: 'b', models: { a: { provider: 'openai', model: 'x' }, b: { provider: 'vllm', model: 'y' } } }),
      {},
    );
    expect(models.named(undefined)?.name).toBe('b');
    expect(models.list.map(({ name }) => name)).toEqual(['a', 'b', 'built-in']);
  });

  it('refuses in one sentence what it cannot connect', () => {
    for (const model of ['nonsense', 'nobody:model', 'openai:', 'compatible:without-address']) {
      expect(() => createModels(config({ model }), {})).toThrow(ConfigError);
    }
  });

  it('guesses from its name whether a model can see, unless it is told', () => {
    const sees = (model: string, more = {}) =>
      createModels(config({ models: { it: { provider: 'openai', model, ...more } } }), {}).named('it')?.canSee;
    expect([sees('gpt-4o-mini'), sees('gpt-3.5-turbo'), sees('gpt-4o', { canSee: false })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('takes keys out of what a provider says, those it knows and those that look like one', () => {
    const models = createModels(config({ model: 'openai:x' }), { OPENAI_API_KEY: 'my own secret' });
    expect(models.named(undefined)?.hide?.('my own secret and sk-1234567890 are wrong')).toBe('… and … are wrong');
  });
});
