import type { Figures, Goal, Measure, Round } from './contract.ts';
import { median } from './lib/median.ts';
import { name, type Text } from './lib/text.ts';

/** Whose figures are held to the goals. */
const OURS = 'polywire';
const SOURCE = 'source';

/** Processor time beside another program's, in the same round. */
export function cpuAtMost(most: number, other: string, title: Text): Goal {
  return {
    beside: other,
    says: beside(`CPU ≤ ${most} × `, title),
    measure(rounds) {
      const ratio = median(rounds.map((round) => of(round, OURS, 'cpu') / of(round, other, 'cpu')));
      const net = median(rounds.map((round) => netOf(round, OURS) / netOf(round, other)));
      return { text: ratio.toFixed(2), ...(Number.isFinite(net) && { net }), isMet: ratio <= most };
    },
  };
}

/** The 99th of a hundred chunks beside another program's. */
export function lateAtMost(moreMs: number, other: string, title: Text): Goal {
  return {
    beside: other,
    says: { en: `p99 ≤ ${title.en} + ${moreMs} ms`, zh: `p99 ≤ ${title.zh} + ${moreMs} ms` },
    measure(rounds) {
      const more = median(rounds.map((round) => of(round, OURS, 'p99') - of(round, other, 'p99')));
      return { text: `${more < 0 ? '−' : '+'}${Math.abs(more).toFixed(1)} ms`, isMet: more <= moreMs };
    },
  };
}

/** A figure of ours that is held to a number. `net`: the figure that leaves out what is not ours. */
export function atMost(measure: Measure, most: number, says: Text | string, unit: string, net?: Measure): Goal {
  return {
    says: typeof says === 'string' ? name(says) : says,
    measure(rounds) {
      const middle = (each: Measure) => median(rounds.map((round) => of(round, OURS, each)));
      const value = middle(measure);
      const text = `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ${unit}`;
      return { text, ...(net && { net: middle(net) }), isMet: value <= most };
    },
  };
}

/** Without the making of the chunks; not a number where that was not measured. */
export function netOf(round: Round, entry: string): number {
  return of(round, entry, 'cpu') - of(round, SOURCE, 'cpu');
}

export function of(round: Round, entry: string, measure: Measure): number {
  const figures: Figures = round.get(entry) ?? {};
  return figures[measure] ?? Number.NaN;
}

function beside(text: string, { en, zh }: Text): Text {
  return { en: text + en, zh: text + zh };
}
