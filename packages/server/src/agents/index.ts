import { ConfigError } from '../config.ts';
import type { Agent } from './contract.ts';
import { echo } from './echo.ts';
import { got, gotAdaptive } from './got/index.ts';
import type { Kit } from './kit.ts';
import { react } from './react.ts';
import { team } from './team/index.ts';
import { tot } from './tot/index.ts';

/** The agents of this server, the default first. One that somebody brings stands in the place of ours of that name. */
export function createAgents(kit: Kit, own: readonly Agent[], usual: string): readonly Agent[] {
  const builtIn = [react(kit), tot(kit), got(kit), gotAdaptive(kit), team(kit), echo];
  const byName = new Map([...builtIn, ...own].map((agent) => [agent.name, agent]));
  const first = byName.get(usual);
  if (!first) throw new ConfigError(`agent: there is no agent ${usual}. / 没有名为 ${usual} 的智能体。`);
  return [first, ...[...byName.values()].filter((agent) => agent !== first)];
}
