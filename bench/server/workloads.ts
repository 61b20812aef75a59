import type { Workload } from './contract.ts';

export const workloads: readonly Workload[] = [
  // A read from a model's connection brings a handful of chunks at once.
  { name: 'G1', runs: 200, chunks: 600, warmUp: 100, pace: { kind: 'burst', perTurn: 10 } },
  { name: 'G2', runs: 200, chunks: 600, warmUp: 100, pace: { kind: 'paced', everyMs: 20 } },
];
