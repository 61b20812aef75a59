import type { Agent } from '../agents/contract.ts';
import type { Store } from '../store/contract.ts';
import { upstreamAgent } from './agent.ts';
import { memoryIn } from './memory.ts';
import type { Upstream } from './settings.ts';

/** One agent for each server that the configuration names. */
export function upstreamAgents(
  upstreams: readonly Upstream[],
  store: Store,
  report: (error: unknown) => void,
): readonly Agent[] {
  const memory = memoryIn(store);
  return upstreams.map((upstream) => upstreamAgent(upstream, memory, report));
}
