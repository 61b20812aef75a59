import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunError } from '../agents/errors.ts';
import { defaultLimits } from './limits.ts';
import { Watchdog } from './watchdog.ts';

const watched = { isMoving: true, events: 0 };
let expired: string[];
beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(watched, { isMoving: true, events: 0 });
  expired = [];
});
afterEach(() => {
  vi.useRealTimers();
});

it('leaves a run alone that says something now and then, and ends it when it has fallen silent', () => {
  watch({ runMs: 0, silenceMs: 1_000 });
  for (let i = 0; i < 10; i += 1) {
    watched.events += 1;
    vi.advanceTimersByTime(900);
  }
  expect(expired).toEqual([]);
  vi.advanceTimersByTime(1_500);
  expect(expired).toEqual(['SILENT']);
});

it('does not count the time in which a run waits for somebody, and begins anew after it', () => {
  watch({ runMs: 0, silenceMs: 1_000 });
  watched.isMoving = false;
  vi.advanceTimersByTime(5_000);
  watched.isMoving = true;
  vi.advanceTimersByTime(900);
  expect(expired).toEqual([]);
  vi.advanceTimersByTime(600);
  expect(expired).toEqual(['SILENT']);
});

it('ends a run that takes too long, however much it says', () => {
  watch({ runMs: 2_000, silenceMs: 1_000 });
  for (let i = 0; i < 5; i += 1) {
    watched.events += 1;
    vi.advanceTimersByTime(500);
  }
  expect(expired).toEqual(['TIMED_OUT']);
});

function watch(limits: { runMs: number; silenceMs: number }): void {
  const dog = new Watchdog(
    { ...defaultLimits, ...limits },
    {
      isMoving: () => watched.isMoving,
      events: () => watched.events,
      expire(error: RunError) {
        expired.push(error.code);
        dog.stop();
      },
    },
  );
  dog.start();
}
