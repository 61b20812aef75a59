import { median } from '../lib/race.ts';
import type { Lap } from './lap.ts';
import type { SideName } from './sides/index.ts';

/** The laps of one round: every side once, one after another. */
export type Round = Readonly<Record<SideName, Lap>>;

interface Measured {
  readonly text: string;
  readonly net?: number;
  readonly isMet: boolean;
}

export interface Goal {
  readonly workload: string;
  readonly says: string;
  measure(rounds: readonly Round[]): Measured;
}

/** What the server is held to. */
export const goals: readonly Goal[] = [
  cpuAtMost('G1', 0.45, 'ws'),
  cpuAtMost('G1', 0.4, 'socketIo'),
  cpuAtMost('G2', 1.3, 'ws'),
  cpuAtMost('G2', 0.85, 'socketIo'),
  lateAtMost('G2', 12),
];

function cpuAtMost(workload: string, most: number, other: 'ws' | 'socketIo'): Goal {
  return {
    workload,
    says: `CPU ≤ ${most} × ${other === 'ws' ? 'ws.send' : 'Socket.IO'}`,
    measure(rounds) {
      const ratio = median(rounds.map((round) => round.polywire.cpu / round[other].cpu));
      const net = median(rounds.map((round) => netOf(round, 'polywire') / netOf(round, other)));
      return { text: ratio.toFixed(2), net, isMet: ratio <= most };
    },
  };
}

function lateAtMost(workload: string, moreMs: number): Goal {
  return {
    workload,
    says: `p99 ≤ ws.send + ${moreMs} ms`,
    measure(rounds) {
      const more = median(rounds.map(({ polywire, ws }) => (polywire.late?.p99 ?? 0) - (ws.late?.p99 ?? 0)));
      return { text: `${more < 0 ? '−' : '+'}${Math.abs(more).toFixed(1)} ms`, isMet: more <= moreMs };
    },
  };
}

export function netOf(round: Round, side: SideName): number {
  return round[side].cpu - round.source.cpu;
}
