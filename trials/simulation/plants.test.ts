import { expect, it } from 'vitest';
import { catching } from './catching.ts';
import { runHistory } from './history.ts';
import { plants } from './plants.ts';
import { simulate } from './simulate.ts';

it.each([
  ['deliverBeforeCommit', /not durable/],
  ['gapBeforeLive', /was due|see no more/],
  ['lostWakeUp', /was due|see no more/],
] as const)('catches %s', { timeout: 300_000 }, async (name, expected) => {
  const { seed, said } = await catching({ log: plants[name] });
  expect(said).toMatch(expected);
  await expect(runHistory(seed)).resolves.toBeDefined();
});

it('catches a disk that says too early that something is synced', { timeout: 300_000 }, async () => {
  const { said } = await catching({ disk: 'lies' });
  expect(said).toMatch(/lost|cannot go on/);
});

it('prints the seed of a history that fails, and how to see it again', { timeout: 300_000 }, async () => {
  const { seed } = await catching({ log: plants.deliverBeforeCommit });
  const tries = { count: 1, seed, done: () => undefined };
  await expect(simulate(tries, { log: plants.deliverBeforeCommit })).rejects.toThrow(
    `npm run test:faults -- --only simulation --seed ${seed} --tries 1`,
  );
});
