import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Notifier } from './notifier.ts';

let frames: (() => void)[] = [];
beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
});
afterEach(() => vi.unstubAllGlobals());
const paint = () => {
  for (const frame of frames.splice(0)) frame();
};

it('tells once in a frame, however much changed', () => {
  const notifier = new Notifier();
  let told = 0;
  notifier.subscribe(() => {
    told += 1;
  });
  for (let n = 0; n < 1_000; n += 1) notifier.changed();
  expect({ told, asked: frames.length }).toEqual({ told: 0, asked: 1 });
  paint();
  expect(told).toBe(1);
  notifier.changed();
  paint();
  expect(told).toBe(2);
});

it('tells nobody who left, and nobody while it is muted', () => {
  const notifier = new Notifier();
  const heard: string[] = [];
  const leave = notifier.subscribe(() => heard.push('one'));
  notifier.subscribe(() => heard.push('two'));
  leave();
  notifier.changed();
  paint();
  notifier.changed();
  notifier.mute(true);
  paint();
  notifier.changed();
  expect(frames).toEqual([]);
  notifier.mute(false);
  notifier.changed();
  paint();
  expect(heard).toEqual(['two', 'two']);
});

it('does not wait for frames where a page has none', async () => {
  vi.unstubAllGlobals();
  const notifier = new Notifier();
  const told = new Promise<void>((resolve) => {
    notifier.subscribe(resolve);
  });
  notifier.changed();
  await told;
});
