import * as z from 'zod';
import { type ModelInfo, modelInfo } from '../../calls.ts';
import type { JsonObject } from '../../json.ts';

export interface Page {
  readonly page: number;
  readonly pageSize: number;
  readonly active?: boolean | undefined;
}

/** The front end's list of model configurations: one for each provider and address, with its models. */
export function modelConfigs(value: unknown, { page, pageSize, active }: Page): JsonObject {
  const models = z.array(modelInfo).safeParse(value).data ?? [];
  const configs = [...groups(models)].map(([, group], i) => configOf(group, i + 1));
  const wanted = configs.filter(({ is_active }) => active === undefined || is_active === active);
  const items = wanted.slice((page - 1) * pageSize, page * pageSize);
  return { total: wanted.length, page, page_size: pageSize, items };
}

function groups(models: readonly ModelInfo[]): Map<string, ModelInfo[]> {
  const found = new Map<string, ModelInfo[]>();
  for (const model of models) {
    const key = JSON.stringify([model.provider, model.baseUrl]);
    found.set(key, [...(found.get(key) ?? []), model]);
  }
  return found;
}

function configOf(models: readonly ModelInfo[], id: number): JsonObject {
  const { provider = '', baseUrl = '' } = models[0] ?? {};
  const usable = models.filter(({ active }) => active);
  return {
    id,
    name: provider,
    provider,
    base_url: withoutSecrets(baseUrl),
    models: (usable.length > 0 ? usable : models).map((model) => ({
      model_id: model.id,
      support_vision: model.vision,
      support_thinking: model.thinking,
    })),
    is_active: usable.length > 0,
    created_at: UNDATED,
    updated_at: UNDATED,
  };
}

/** Configurations come from a file without a history; the front end only wants the fields to be there. */
const UNDATED = '1970-01-01 00:00:00';

function withoutSecrets(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//').replace(/[?#].*$/s, '');
}
