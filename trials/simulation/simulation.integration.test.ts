import { it } from 'vitest';
import { simulation } from '../faults/simulation.ts';
import { conduct } from '../lib/conduct.ts';

// Always the same histories, since nothing here may fail by chance: the command is what looks for new ones.
it(simulation.name, { timeout: 600_000 }, async () => {
  const { failure } = await conduct(simulation, { count: simulation.tries.short, seed: 1 });
  if (failure) throw failure;
});
