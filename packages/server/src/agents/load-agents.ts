import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../config.ts';
import type { Agent } from './contract.ts';
import type { OwnAgent } from './define-agent.ts';
import type { Kit } from './kit.ts';
import { meansFor } from './means.ts';

/** The agents that the files named in the configuration export, in whatever way. */
export async function loadAgents(paths: readonly string[], kit: Kit): Promise<readonly Agent[]> {
  const found = await Promise.all(paths.map(loadFile));
  return found.flat().map((own) => ({ ...own, run: (context) => own.run(context, meansFor(kit, context)) }));
}

async function loadFile(path: string): Promise<readonly OwnAgent[]> {
  let exported: Record<string, unknown>;
  try {
    exported = (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>;
  } catch (error) {
    throw new ConfigError(`${path}: ${(error as Error).message}`);
  }
  const agents = Object.values(exported).flat().filter(isAgent);
  if (agents.length === 0) throw new ConfigError(`${path} exports no agent. / ${path} 没有导出智能体。`);
  return agents;
}

function isAgent(value: unknown): value is OwnAgent {
  if (typeof value !== 'object' || value === null) return false;
  const { name, run } = value as Partial<OwnAgent>;
  return typeof name === 'string' && typeof run === 'function';
}
