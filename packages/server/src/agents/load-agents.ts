import { loadExports } from '../load-exports.ts';
import type { Agent } from './contract.ts';
import type { OwnAgent } from './define-agent.ts';
import type { Kit } from './kit.ts';
import { meansFor } from './means.ts';

/** The agents of files that the configuration names, with the server's model and tools at hand. */
export async function loadAgents(paths: readonly string[], kit: Kit): Promise<readonly Agent[]> {
  const found = await loadExports<OwnAgent>('agent', paths);
  return found.map((own) => ({ ...own, run: (context) => own.run(context, meansFor(kit, context)) }));
}
