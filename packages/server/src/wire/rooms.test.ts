import { expect, it } from 'vitest';
import { giveRoom, takeRoom } from './rooms.ts';

it('has a room again when it was given back, and no sooner', () => {
  const first = takeRoom(10);
  const second = takeRoom(10);
  expect(second.buffer).not.toBe(first.buffer);
  giveRoom(first.subarray(2, 7));
  expect(takeRoom(10).buffer).toBe(first.buffer);
  expect(takeRoom(10).buffer).not.toBe(first.buffer);
});

it('has room for what is larger than others, and does not keep that', () => {
  const large = takeRoom(1_000_000);
  expect(large.length).toBe(1_000_000);
  giveRoom(large);
  expect(takeRoom(10).buffer).not.toBe(large.buffer);
});

it('keeps a bounded number', () => {
  const rooms = Array.from({ length: 100 }, () => takeRoom(10));
  for (const room of rooms) giveRoom(room);
  const known = new Set(rooms.map(({ buffer }) => buffer));
  const again = rooms.filter(() => known.has(takeRoom(10).buffer));
  expect(again.length).toBeGreaterThan(0);
  expect(again.length).toBeLessThan(100);
});
