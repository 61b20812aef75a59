import type { Carry } from '../dialect.ts';
import type { EventType } from '../events.ts';

/** How a run is worked on. It is nothing that its user reads in a chat. */
export const workings = [
  'node.entered',
  'node.exited',
  'usage',
  'state.snapshot',
  'state.update',
  'checkpoint',
  'custom',
  'foreign',
] as const satisfies readonly EventType[];

/** What a tool is told and says before it is done. */
export const toolStreams = ['tool.args', 'tool.output'] as const satisfies readonly EventType[];

/** Trees and graphs of thought. */
export const thoughts = [
  'tot.expand',
  'tot.evaluate',
  'tot.backtrack',
  'got.plan',
  'got.node',
  'got.expand',
] as const satisfies readonly EventType[];

/** What is said as Markdown where a wire has no form of its own for it. */
export const plans = ['plan.proposed', 'plan.edited', 'plan.step'] as const satisfies readonly EventType[];

/** One row of a table of fidelity, for several events. */
export function rows<T extends EventType>(types: readonly T[], carry: Carry): Record<T, Carry> {
  return Object.fromEntries(types.map((type) => [type, carry])) as Record<T, Carry>;
}
