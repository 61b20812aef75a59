import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Ring } from './ring.ts';

const step = fc.oneof(
  fc.record({
    kind: fc.constant('write' as const),
    sizes: fc.array(fc.nat(40), { minLength: 1, maxLength: 3 }),
    fails: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('release' as const), count: fc.nat(4) }),
);

it('gives no room away that is kept, and goes on without end', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const ring = new Ring(128);
      const kept: { room: Buffer; mark: number }[] = [];
      let marks = 0;
      for (const { kind, ...rest } of steps) {
        if (kind === 'write') {
          const { sizes, fails } = rest as { sizes: number[]; fails: boolean };
          const rooms = sizes.map((size) => {
            marks += 1;
            return { room: ring.room(size).fill(marks % 256), mark: marks % 256, size };
          });
          for (const { room, size } of rooms) expect([room.length, room.byteOffset % 4]).toEqual([size, 0]);
          if (fails) {
            ring.giveBack();
          } else {
            for (const { room } of rooms) ring.keep(room);
            kept.push(...rooms);
          }
        } else {
          for (const { room } of kept.splice(0, (rest as { count: number }).count)) ring.release(room);
        }
        for (const { room, mark } of kept) expect(room.every((byte) => byte === mark)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

it('uses its room again when the oldest are let go', () => {
  const ring = new Ring(64);
  const places = new Set<ArrayBufferLike>();
  const first = ring.room(20);
  ring.keep(first);
  let oldest = first;
  for (let i = 0; i < 100; i += 1) {
    const next = ring.room(20);
    ring.keep(next);
    ring.release(oldest);
    oldest = next;
    places.add(next.buffer);
  }
  expect([...places]).toEqual([first.buffer]);
});
