import { expect, it } from 'vitest';
import { budgets, exceeded, INSTALL_MINUTES } from './budgets.mjs';

it('keeps the whole under fifteen minutes', () => {
  expect(Object.values(budgets).reduce((sum, minutes) => sum + minutes, INSTALL_MINUTES)).toBeLessThan(15);
});

it('tells which budget a step went beyond', () => {
  const minutes = /** @type {number} */ (budgets.lint);
  expect(exceeded('lint', minutes * 60_000)).toBeUndefined();
  expect(exceeded('lint', minutes * 60_000 + 1)).toBe(minutes);
  expect(exceeded('something else', 10 ** 9)).toBeUndefined();
});
