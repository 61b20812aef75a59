import type { Agent } from '../agents/contract.ts';
import { createAgents } from '../agents/index.ts';
import { loadAgents } from '../agents/load-agents.ts';
import { MIB } from '../bytes.ts';
import { upstreamAgents } from '../gateway/index.ts';
import type { Models } from '../models/contract.ts';
import { createModels } from '../models/registry.ts';
import { createSight } from '../models/sight.ts';
import { createToolbox, type OpenToolbox } from '../tools/create-toolbox.ts';
import { Knowledge } from '../tools/knowledge/knowledge.ts';
import { Net } from '../tools/net/net.ts';
import type { Start } from './contract.ts';
import type { Data } from './open-data.ts';

export interface Cast {
  readonly agents: readonly Agent[];
  readonly models: Models;
  readonly tools: OpenToolbox;
  readonly knowledge: Knowledge;
  readonly net: Net;
}

/** Who answers, and what they do it with. */
export async function openAgents({ config, parts, opened, report }: Start, { store, log }: Data): Promise<Cast> {
  const models = parts.models ?? createModels(config, process.env);
  const { ownDocs, maxReadingMb } = config;
  const knowledge = new Knowledge({
    store,
    ownDocs,
    ...(maxReadingMb > 0 && { waitingBytes: maxReadingMb * MIB }),
    report,
  });
  opened.add(() => knowledge.close());
  const net = new Net({ allow: config.fetchAllow, ...(parts.lookup && { lookup: parts.lookup }) });
  opened.add(() => net.close());
  const tools = await createToolbox({ settings: config, store, log, knowledge, net, report });
  opened.add(() => tools.close());
  const kit = { models, tools, sight: createSight(store.uploads), settings: config.agentOptions };
  const elsewhere = upstreamAgents(config.upstreams, store, report);
  const own = [...(await loadAgents(config.agents, kit)), ...elsewhere];
  const agents = parts.agents ? [...parts.agents, ...elsewhere] : createAgents(kit, own, config.agent);
  return { agents, models, tools, knowledge, net };
}
