import { expect, it } from 'vitest';
import { budgets, exceeded } from './budgets.mjs';

it('keeps the whole under fifteen minutes', () => {
  expect(Object.values(budgets).reduce((sum, minutes) => sum + minutes, 0)).toBeLessThan(15);
});

it('tells which budget a step went beyond', () => {
  expect(exceeded('lint', 60_000)).toBeUndefined();
  expect(exceeded('lint', 60_001)).toBe(1);
  expect(exceeded('something else', 10 ** 9)).toBeUndefined();
});
