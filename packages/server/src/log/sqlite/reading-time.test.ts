import { expect, it } from 'vitest';
import { ReadingTime } from './reading-time.ts';

it('serves readers one by one in the order in which they asked, and turns the event loop in between', async () => {
  const time = new ReadingTime();
  const served: number[] = [];
  const inOneTurn: number[] = [];
  let isOver = false;
  const count = (): void => {
    inOneTurn.push(served.length);
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  async function read(reader: number): Promise<void> {
    await time.turn();
    served.push(reader);
  }
  async function readAll(reader: number): Promise<void> {
    for (let portion = 0; portion < 3; portion += 1) {
      await read(reader);
      // As long as it takes to encode and to send.
      for (const began = performance.now(); performance.now() - began < 3; );
    }
  }
  const readers = Array.from({ length: 20 }, (_, i) => i);
  await Promise.all(readers.map(readAll));
  isOver = true;
  expect(served).toEqual([...readers, ...readers, ...readers]);
  const most = Math.max(...inOneTurn.map((so, i) => so - (inOneTurn[i - 1] ?? 0)));
  expect(most).toBeLessThanOrEqual(2);
});

it('lets one that asks alone read at once, and is not in the way of anything else', async () => {
  const time = new ReadingTime();
  let turns = 0;
  setImmediate(() => {
    turns += 1;
  });
  await time.turn();
  await time.turn();
  expect(turns).toBe(0);
});
