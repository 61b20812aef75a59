import type { JsonObject } from '@polywire/protocol';
import { ConfigError } from '../config.ts';
import type { Model, Models } from './contract.ts';
import { offlineModel } from './offline/index.ts';
import { connect, type Provider, providers } from './providers.ts';
import type { ModelSettings, ModelsConfig } from './settings.ts';
import { Unquoted } from './unquoted.ts';

/** All models that may be chosen. The built-in one is always among them, and the default where nothing else is. */
export function createModels(config: ModelsConfig, env: NodeJS.ProcessEnv): Models {
  const named = Object.entries(config.models).map(([name, settings]) => modelOf(name, settings, env));
  const builtIn = offlineModel(config.offline);
  const wanted = config.model;
  const isNamed = wanted === undefined || [...named, builtIn].some(({ name }) => name === wanted);
  const quick = isNamed ? [] : [modelOf(wanted, settingsOf(wanted, config.baseUrl), env)];
  const list = [...quick, ...named, builtIn];
  const byName = new Map(list.map((model) => [model.name, model]));
  const usual = wanted ?? builtIn.name;
  return { list, named: (name = usual) => byName.get(name) };
}

/** `provider:model`, as POLYWIRE_MODEL has it. Model names may have colons of their own. */
function settingsOf(text: string, baseUrl: string | undefined): ModelSettings {
  const at = text.indexOf(':');
  const provider = text.slice(0, at);
  const model = text.slice(at + 1);
  if (at < 0 || model === '' || !Object.hasOwn(providers, provider)) throw new ConfigError(unknownModel(text));
  return { provider, model, ...(baseUrl !== undefined && { baseUrl }) };
}

function modelOf(name: string, settings: ModelSettings, env: NodeJS.ProcessEnv): Model {
  const { provider: providerName, model, keyVariable, price, patience } = settings;
  const provider = providers[providerName] as Provider;
  const baseUrl = settings.baseUrl ?? provider.baseUrl;
  if (baseUrl === undefined) throw new ConfigError(needsAddress(name));
  const variables = keyVariable === undefined ? (provider.keys ?? []) : [keyVariable];
  const key = variables.map((variable) => env[variable]).find((value) => value);
  const title = settings.title ?? name;
  const canThink = settings.canThink ?? THINKS.test(model);
  const contextTokens = settings.contextTokens ?? (provider.needsKey ? HOSTED_CONTEXT : LOCAL_CONTEXT);
  const options = { ...provider.options?.({ canThink, contextTokens }), ...(settings.options as JsonObject) };
  return {
    name,
    provider: providerName,
    title: typeof title === 'string' ? { en: title, zh: title } : title,
    canSee: settings.canSee ?? SEES.test(model),
    canThink,
    contextTokens,
    ...(provider.wantsPicturesSent && { wantsPicturesSent: true }),
    ...(provider.wantsThinkingFields && { wantsThinkingFields: true }),
    ...(price && { price }),
    ...(Object.keys(options).length > 0 && { options }),
    ...(patience && { patience: given(patience) }),
    hide: (text) => (key === undefined ? text : text.replaceAll(key, '…')).replace(KEY_LIKE, '…'),
    ...(key !== undefined && { unquoted: () => new Unquoted(key) }),
    load: once(() =>
      connect(providerName, model, { baseUrl: baseUrl.replace(/\/+$/, ''), key, variable: variables[0] }),
    ),
  };
}

/** A load that failed is tried again by the next who needs it. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

function given<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** Families that are known to take images; the configuration knows better. */
const SEES = /gpt-4o|gpt-4\.1|gpt-5|\bo[34]\b|claude|gemini|vision|[-_]vl|llava|pixtral|gemma-?3|llama-?4/i;
const THINKS = /reason|think|\br1\b|\bo[134]\b|gpt-5|qwq|gpt-oss|magistral|claude/i;
const KEY_LIKE = /\b(?:sk|pk|gsk|key)[-_][\w-]{6,}/g;
const HOSTED_CONTEXT = 128_000;
/** Local servers are often started with less than the model could. */
const LOCAL_CONTEXT = 16_000;

function unknownModel(text: string): string {
  const known = Object.keys(providers).join(', ');
  return (
    `POLYWIRE_MODEL takes provider:model or a name of the configuration, not ${JSON.stringify(text)}; providers: ${known}. / ` +
    `POLYWIRE_MODEL 应为 provider:model 或配置中的名称；可用的 provider：${known}。`
  );
}

function needsAddress(name: string): string {
  return `The model ${name} needs a base URL: POLYWIRE_BASE_URL or baseUrl. / 模型 ${name} 需要地址：POLYWIRE_BASE_URL 或 baseUrl。`;
}
