import { expect, it } from 'vitest';
import { median } from './median.ts';
import { race } from './race.ts';

it('finds the middle', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([2, 2.5]);
  expect(median([])).toBeNaN();
});

it('prepares every lap, and lets the sides go first by turns', () => {
  const log: string[] = [];
  const lap = (name: string) => () => {
    log.push(`prepare ${name}`);
    return () => log.push(name);
  };
  const results = race([{ operations: 1, ours: lap('a'), theirs: lap('b') }], 4, () => undefined);
  expect(results).toHaveLength(1);
  const rounds = log.join(' ').split(/(?<=prepare a a prepare b b|prepare b b prepare a a) /);
  expect(rounds.length).toBeGreaterThan(4);
  rounds.forEach((round, i) => {
    expect(round).not.toBe(rounds[i + 1]);
    expect(round.split(' ')).toHaveLength(6);
  });
});
