import type { Agent } from '../agents/contract.ts';
import type { Tool } from '../tools/contract.ts';
import { schemaOf } from '../tools/schema-of.ts';
import { type Call, notFound } from './contract.ts';
import { needText } from './params.ts';

/** What the server has to offer. */
export const catalog: Readonly<Record<string, Call>> = {
  'server.health': async () => ({ status: 'ok' }),
  'agents.list': async ({ agents }, { locale }) => agents.map((agent) => infoOf(agent, locale)),
  'teams.list': async ({ agents }, { locale }) => agents.map((agent) => infoOf(agent, locale)),
  'models.list': async (_, { locale }) => [{ ...builtIn, name: builtInNames[locale] }],
  'models.select': async ({ store, directory }, visit, params) => {
    const model = needText(params, 'model');
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

/** Some front ends send nothing before they have a model to choose: there is always the one that needs nothing. */
const builtIn = { id: 'built-in', provider: 'polywire', vision: false, thinking: false, active: true };
const builtInNames = { en: 'Built-in', zh: '内置模型' };

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
