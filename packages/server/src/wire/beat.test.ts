import type { RunEvent } from '@polywire/protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Stretch } from '../log/stretch.ts';
import { BEAT_MS, Beat } from './beat.ts';

let told: number[][];
let beat: Beat;
let seq: number;
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  seq = 0;
  beat = new Beat(({ events }) => told.push(events.map((event) => event.seq)));
});
afterEach(() => {
  beat.stop();
  vi.useRealTimers();
});

it('lets the first word through at once, and joins those that come until the next beat', () => {
  for (let i = 0; i < 3; i += 1) beat.take(words(1));
  expect(told).toEqual([[1]]);
  vi.advanceTimersByTime(BEAT_MS);
  beat.take(words(2));
  expect(told).toEqual([[1], [2, 3]]);
  vi.advanceTimersByTime(BEAT_MS);
  expect(told).toEqual([[1], [2, 3], [4, 5]]);
});

it('lets the first word through at once again after a silence', () => {
  beat.take(words(1));
  vi.advanceTimersByTime(2 * BEAT_MS);
  beat.take(words(1));
  expect(told).toEqual([[1], [2]]);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(2 * BEAT_MS);
  expect(vi.getTimerCount()).toBe(0);
});

it('holds back nothing but words, and nothing behind them', () => {
  beat.take(words(1));
  beat.take(words(1));
  beat.take(Stretch.ofEvents(3, [{ type: 'run.finished', seq: 3, at: 0, status: 'complete' }]));
  expect(told).toEqual([[1], [2, 3]]);
});

it('gives what it holds when it is asked to, and nothing once there is nobody', () => {
  for (let i = 0; i < 3; i += 1) beat.take(words(1));
  beat.flush();
  expect(told).toEqual([[1], [2, 3]]);
  beat.take(words(1));
  beat.stop();
  vi.advanceTimersByTime(2 * BEAT_MS);
  expect(told).toEqual([[1], [2, 3]]);
});

function words(count: number): Stretch {
  const first = seq + 1;
  seq += count;
  const events = Array.from(
    { length: count },
    (_, i): RunEvent => ({ type: 'text.delta', seq: first + i, at: 0, messageId: 'm', delta: 'word ' }),
  );
  return Stretch.ofEvents(first, events);
}
