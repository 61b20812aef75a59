import { expect, it } from 'vitest';
import { giveRoom, takeRoom } from './rooms.ts';

it('has a room again when it was given back, and no sooner', () => {
  const first = takeRoom();
  const second = takeRoom();
  expect(second.buffer).not.toBe(first.buffer);
  giveRoom(first.subarray(2, 7));
  expect(takeRoom().buffer).toBe(first.buffer);
  expect(takeRoom().buffer).not.toBe(first.buffer);
});

it('does not keep what is no room', () => {
  const other = Buffer.allocUnsafeSlow(10);
  giveRoom(other);
  expect(takeRoom().buffer).not.toBe(other.buffer);
});

it('keeps a bounded number', () => {
  const rooms = Array.from({ length: 100 }, () => takeRoom());
  for (const room of rooms) giveRoom(room);
  const known = new Set(rooms.map(({ buffer }) => buffer));
  const again = rooms.filter(() => known.has(takeRoom().buffer));
  expect(again.length).toBeGreaterThan(0);
  expect(again.length).toBeLessThan(100);
});
