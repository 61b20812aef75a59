import { expect, it } from 'vitest';
import { Backoff } from './backoff.ts';

it('doubles up to a bound, less up to a half by chance, and begins anew', () => {
  const whole = new Backoff(() => 0);
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(() => whole.next())).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  whole.reset();
  expect(whole.next()).toBe(250);
  expect(new Backoff(() => 1).next()).toBe(125);
});
