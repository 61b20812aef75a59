import { expect, it } from 'vitest';
import { ReadingTime } from './reading-time.ts';

it('serves one reader after another, none twice before all once, and turns the event loop in between', async () => {
  const time = new ReadingTime();
  const served = Array<number>(20).fill(0);
  let isFair = true;
  let total = 0;
  const totals = [0];
  let isOver = false;
  const count = (): void => {
    totals.push(total);
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  async function readAll(reader: number): Promise<void> {
    for (let portion = 1; portion <= 4; portion += 1) {
      await time.turn();
      served[reader] = portion;
      total += 1;
      // There is time for two of them.
      isFair &&= Math.min(...served) >= Math.ceil(portion / 2) - 1;
      for (const began = performance.now(); performance.now() - began < 3; );
    }
  }
  await Promise.all(served.map((_, reader) => readAll(reader)));
  isOver = true;
  expect(isFair).toBe(true);
  const inOneTurn = totals.slice(1).map((so, i) => so - (totals[i] ?? 0));
  expect(Math.max(...inOneTurn)).toBeLessThanOrEqual(2);
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
