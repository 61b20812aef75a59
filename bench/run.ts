import type { Experiment, LapOptions, Measure, Round } from './contract.ts';
import { netOf, of } from './goals.ts';
import { machine } from './lib/machine.ts';
import { median } from './lib/median.ts';
import type { Result } from './report/result.ts';

/** An experiment as far as it is to be made now. */
export function chosenOf(experiment: Experiment, { isQuick }: LapOptions, withPeers: boolean): Experiment {
  const entries = experiment.entries.filter(({ isExtra, isPeer }) => !(isQuick && isExtra) && (withPeers || !isPeer));
  const goals = experiment.goals.filter(
    ({ beside }) => beside === undefined || entries.some(({ name }) => name === beside),
  );
  return { ...experiment, entries, goals };
}

/** Each lap in its round, each time with another entry first. */
export function lapsOf({ entries, rounds }: Experiment, { isQuick }: LapOptions): readonly (readonly string[])[] {
  return Array.from({ length: isQuick ? rounds.quick : rounds.full }, (_, n) => {
    const names = entries.map(({ name }) => name);
    const first = n % names.length;
    return [...names.slice(first), ...names.slice(0, first)];
  });
}

/** Rounds of all entries in turn. */
export async function measure(
  experiment: Experiment,
  options: LapOptions,
  onLap: (entry: string) => void,
): Promise<Result> {
  const { entries } = experiment;
  const rounds: Round[] = [];
  const before = machine();
  for (const due of lapsOf(experiment, options)) {
    const round = new Map();
    for (const entry of due) {
      onLap(entry);
      round.set(entry, await experiment.lap(entry, options));
    }
    rounds.push(round);
  }
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${before} → ${machine().split('load ')[1]}`,
    rounds: rounds.length,
    isQuick: options.isQuick,
    entries: entries.map(({ name, title, point }) => ({
      name,
      title,
      ...(point && { point }),
      figures: Object.fromEntries(
        experiment.shows.flatMap((each) => {
          const value = medianOf(rounds, name, each);
          return Number.isFinite(value) ? [[each, Number(value.toPrecision(4))]] : [];
        }),
      ),
    })),
    goals: experiment.goals.map((goal) => ({ says: goal.says, ...goal.measure(rounds) })),
  };
}

/** Of the rounds in which there was such a figure. */
function medianOf(rounds: readonly Round[], entry: string, measure: Measure): number {
  const values = rounds.map((round) => {
    if (measure !== 'net') return of(round, entry, measure);
    return entry === 'source' ? Number.NaN : netOf(round, entry);
  });
  return median(values.filter((value) => !Number.isNaN(value)));
}
