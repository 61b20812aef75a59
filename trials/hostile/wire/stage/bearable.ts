import type { BesideReport } from './beside.ts';

/** Of a server's process, in bytes. */
export interface Memory {
  readonly before: number;
  readonly after: number;
  readonly peak: number;
}

/** Throws where an attack made the server slow for somebody else: one answer in a hundred may be late, not more. */
export function mustAnswerSoon(beside: BesideReport, quiet: BesideReport): void {
  const bound = Math.max(BUSY_MS, quiet.p99 * SLOWER);
  if (beside.p99 > bound) {
    throw new Error(`another client waited: p99 ${beside.p99.toFixed(1)} ms, not ${bound.toFixed(1)} at most`);
  }
}

/** Throws where the server has kept more than it had when nobody attacked. */
export function mustNotGrow(quiet: number, { peak }: Memory): void {
  const grown = peak - quiet;
  if (grown > MAX_GROWTH) throw new Error(`the server grew by ${Math.round(grown / MIB)} MiB`);
}

/** After a short attack the slowest of a hundred is the slowest of all: so long other programs may have both cores. */
const BUSY_MS = 1_000;
const SLOWER = 10;

const MIB = 1024 * 1024;
/**
 * Node gives memory back late, and a stage stands for many attacks: all of them together were seen to leave 265 MiB. A
 * few of their frames or bodies of 100 MB, were they kept, are more than this.
 */
const MAX_GROWTH = 512 * MIB;
