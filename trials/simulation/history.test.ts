import { expect, it } from 'vitest';
import { runHistory } from './history.ts';

it.each([3, 14, 159])('gives the same history for the same seed (%i)', { timeout: 300_000 }, async (seed) => {
  const told = await runHistory(seed);
  expect(await runHistory(seed)).toEqual(told);
  expect((await runHistory(seed + 1)).traceHash).not.toBe(told.traceHash);
});
