import type { Agent } from '../agents/contract.ts';
import type { Model } from '../models/contract.ts';
import type { Tool } from '../tools/contract.ts';
import { schemaOf } from '../tools/schema-of.ts';
import { type Call, notFound } from './contract.ts';
import { needText } from './params.ts';

/** What the server has to offer. */
export const catalog: Readonly<Record<string, Call>> = {
  'server.health': async () => ({ status: 'ok' }),
  'server.about': async ({ about }) => about,
  'agents.list': async ({ agents }, { locale }) => agents.map((agent) => infoOf(agent, locale)),
  'teams.list': async ({ agents }, { locale }) => agents.map((agent) => infoOf(agent, locale)),
  'models.list': async ({ models }, { locale }) => models.list.map((model) => modelInfoOf(model, locale)),
  'models.select': async ({ store, directory, models }, visit, params) => {
    const model = needText(params, 'model');
    if (!models.named(model)) throw notFound('model');
    const name = typeof params.session === 'string' ? params.session : undefined;
    const record = name === undefined ? undefined : await directory.find(visit.owner, visit.dialect.name, name, false);
    if (record) await store.sessions.update(visit.owner, record.id, { model });
    else await store.settings.merge(visit.owner, { model });
    return { model };
  },
  'tools.list': async ({ tools }, { locale }) => tools.list.map((tool) => toolInfoOf(tool, locale)),
  'tools.get': async ({ tools }, { locale }, params) => {
    const tool = tools.named(needText(params, 'name'));
    if (!tool) throw notFound('tool');
    return toolInfoOf(tool, locale);
  },
};

function infoOf({ name, description }: Agent, locale: 'en' | 'zh') {
  return { id: name, name, ...(description && { description: description[locale] }) };
}

function toolInfoOf(tool: Tool, locale: 'en' | 'zh') {
  return {
    name: tool.name,
    ...(tool.description && { description: tool.description[locale] }),
    schema: schemaOf(tool),
  };
}

function modelInfoOf({ name, title, provider = '', canSee, canThink = false }: Model, locale: 'en' | 'zh') {
  return { id: name, name: title[locale], provider, vision: canSee, thinking: canThink, active: true };
}
