import { expect, it } from 'vitest';
import type { Trial } from '../contract.ts';
import { conduct } from './conduct.ts';

/** The short form of a table, as tests. */
export function testTrials(trials: readonly Trial[]): void {
  const short = trials.filter((trial) => trial.tries.short > 0);
  it.each(short.map((trial) => [trial.name, trial] as const))('%s', { timeout: 180_000 }, async (_, trial) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const { failure, count } = await conduct(trial, { count: trial.tries.short, seed });
    if (failure) throw new Error(`seed ${seed}: ${failure.message}`, { cause: failure });
    expect(count).toBeGreaterThanOrEqual(trial.tries.short);
  });
}
