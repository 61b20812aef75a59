import type { Scenario } from './table.ts';

/** Scenarios of one kind can share a server: they want the same agent, and a model of the same pace. */
export function kindOf({ agent, isSlow = false }: Pick<Scenario, 'agent' | 'isSlow'>): string {
  return isSlow ? `${agent}-slow` : agent;
}

/** Characters a second of a slow model: there is something to interrupt, and no more. */
export const SLOW = 120;
