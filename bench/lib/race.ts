import { median } from './median.ts';

/** Two ways that do the same number of operations, to be judged by their ratio. */
export interface Contest {
  readonly operations: number;
  readonly ours: Lap;
  readonly theirs: Lap;
}

/** Prepares one lap, untimed; what it returns is timed. The number it gives keeps the work from being optimised away. */
export type Lap = () => () => number;

/** Medians over all laps. `ratio` is the median of the ratios of laps that ran side by side, so that a busy machine counts little. */
export interface Result {
  readonly ours: number;
  readonly theirs: number;
  readonly ratio: number;
}

/** Runs all contests in turn, again and again, each time with the two sides in the other order. Times are nanoseconds an operation. */
export function race(contests: readonly Contest[], rounds: number, onRound: (round: number) => void): Result[] {
  const laps = contests.map(() => ({ ours: [] as number[], theirs: [] as number[] }));
  for (let round = -WARM_UP; round < rounds; round += 1) {
    onRound(Math.max(round, 0));
    contests.forEach((contest, i) => {
      const sides = round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const);
      for (const side of sides) {
        const time = timed(contest[side]) / contest.operations;
        if (round >= 0) laps[i]?.[side].push(time);
      }
    });
  }
  return laps.map(({ ours, theirs }) => ({
    ours: median(ours),
    theirs: median(theirs),
    ratio: median(ours.map((time, i) => time / (theirs[i] as number))),
  }));
}

/** Rounds before the first that counts: the compiler needs them. */
const WARM_UP = 15;

/** Where results go, so that no lap is without effect. */
export const kept = { sum: 0 };

/** Processor time rather than time on the wall: what others do on the machine is not ours. */
function timed(lap: Lap): number {
  const work = lap();
  const began = process.cpuUsage();
  kept.sum += work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) * 1000;
}
