import { expect, it } from 'vitest';
import type { Experiment } from './contract.ts';
import { cpuAtMost } from './goals.ts';
import { name } from './lib/text.ts';
import { chosenOf, lapsOf, measure } from './run.ts';

const costs: Record<string, number> = { polywire: 3, other: 5, extra: 9, source: 1 };
const experiment: Experiment = {
  name: 'T',
  title: name('T'),
  about: name('T'),
  entries: [
    { name: 'polywire', title: name('ours') },
    { name: 'other', title: name('other'), isPeer: true },
    { name: 'extra', title: name('extra'), isExtra: true },
    { name: 'source', title: name('source') },
  ],
  rounds: { full: 5, quick: 1 },
  shows: ['cpu', 'net'],
  goals: [cpuAtMost(0.55, 'other', name('other'))],
  lap: async (entry) => ({ cpu: costs[entry] ?? Number.NaN }),
};
const full = { isQuick: false };

it('begins each round with another entry, and each round has all of them', () => {
  const rounds = lapsOf(experiment, full);
  expect(rounds.map(([first]) => first)).toEqual(['polywire', 'other', 'extra', 'source', 'polywire']);
  expect(new Set(rounds.map((round) => [...round].sort().join()))).toEqual(new Set(['extra,other,polywire,source']));
});

it('leaves out extras in a quick run, and peers with the goals that stand on them', () => {
  expect(chosenOf(experiment, { isQuick: true }, true).entries.map((each) => each.name)).not.toContain('extra');
  const without = chosenOf(experiment, full, false);
  expect(without.entries.map((each) => each.name)).not.toContain('other');
  expect(without.goals).toEqual([]);
});

it('gives medians, what is net of the source, and a verdict', async () => {
  const { entries, goals, rounds } = await measure(experiment, full, () => undefined);
  expect(rounds).toBe(5);
  expect(entries.map(({ figures }) => figures)).toEqual([
    { cpu: 3, net: 2 },
    { cpu: 5, net: 4 },
    { cpu: 9, net: 8 },
    { cpu: 1 },
  ]);
  expect(goals).toMatchObject([{ text: '0.60', net: 0.5, isMet: false }]);
});
