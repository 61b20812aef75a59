import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paced } from './paced.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('does the first at once, the next ones as one after a pause, and ends none of them early', async () => {
  const done: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((resolve) => done.push(resolve)));
  const { ask, stop } = paced(work, 700);
  for (let i = 0; i < 5; i += 1) ask();
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(work).toHaveBeenCalledTimes(1);
  done[0]?.();
  await vi.advanceTimersByTimeAsync(699);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(2);
  // Nobody asked again: it rests.
  done[1]?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(work).toHaveBeenCalledTimes(2);
  ask();
  expect(work).toHaveBeenCalledTimes(3);
  ask();
  stop();
  done[2]?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(work).toHaveBeenCalledTimes(3);
});
