import type { Agent } from '../agents/contract.ts';
import type { Store } from '../store/contract.ts';
import { upstreamAgent } from './agent.ts';
import type { Upstream } from './settings.ts';

/** One agent for each server that the configuration names. */
export function upstreamAgents(
  upstreams: readonly Upstream[],
  store: Store,
  report: (error: unknown) => void,
): readonly Agent[] {
  return upstreams.map((upstream) => upstreamAgent(upstream, store, report));
}
