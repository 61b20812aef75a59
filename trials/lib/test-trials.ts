import { expect, it } from 'vitest';
import type { Trial } from '../contract.ts';
import { conduct } from './conduct.ts';

/** The short form of a table, as tests. */
export function testTrials(trials: readonly Trial[]): void {
  const short = trials.filter((trial) => trial.tries.short > 0);
  const cases = short.map((trial) => {
    const missing = trial.needs?.();
    return { name: missing ? `${trial.name} (skipped: ${missing.en})` : trial.name, trial, isSkipped: !!missing };
  });
  it.for(cases)('$name', { timeout: 180_000 }, async ({ trial, isSkipped }, { skip }) => {
    if (isSkipped) skip();
    const { failure, count } = await conduct(trial, { count: trial.tries.short, seed: SEED });
    if (failure) throw failure;
    expect(count).toBeGreaterThanOrEqual(trial.tries.short);
  });
}

/** Here nothing is left to chance; the commands draw a new one each time. */
const SEED = 1;
