import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Pacer } from './pacer.ts';

const pace = { everyMs: 100, growthChars: 50, growthRatio: 0.5 };
let text: string;
let shown: number[];
let pacer: Pacer;
beforeEach(() => {
  vi.useFakeTimers();
  text = '';
  shown = [];
  pacer = new Pacer(
    pace,
    () => (text === '' ? [] : [{ data: text }]),
    (frames) => shown.push(frames[0]?.data.length ?? 0),
  );
});
afterEach(() => {
  pacer.stop();
  vi.useRealTimers();
});

it('shows the first words at once, then not more often than it may, and all of them at rest', () => {
  for (let i = 0; i < 25; i += 1) grow(10, 10);
  expect(shown).toEqual([10, 110, 210]);
  vi.advanceTimersByTime(pace.everyMs);
  expect(shown).toEqual([10, 110, 210, 250]);
  vi.advanceTimersByTime(10 * pace.everyMs);
  expect(shown).toHaveLength(4);
});

it('waits until there is enough more to show, or nothing more to come', () => {
  grow(40, pace.everyMs);
  grow(19, pace.everyMs - 1);
  grow(1, pace.everyMs - 1);
  grow(5, pace.everyMs);
  expect(shown).toEqual([40, 60, 65]);
});

it('shows the same text once, and nothing after it was stopped', () => {
  grow(10, 0);
  vi.advanceTimersByTime(2 * pace.everyMs);
  grow(0, 2 * pace.everyMs);
  expect(shown).toEqual([10]);
  grow(1, 0);
  pacer.stop();
  grow(1, 0);
  pacer.stop();
  vi.advanceTimersByTime(2 * pace.everyMs);
  expect(shown).toEqual([10]);
});

function grow(characters: number, ms: number): void {
  text += 'x'.repeat(characters);
  pacer.wake();
  vi.advanceTimersByTime(ms);
}
