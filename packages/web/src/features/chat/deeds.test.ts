import { expect, it } from 'vitest';
import { Kept } from '../../lib/kept.ts';
import { Deeds } from './deeds.ts';

function open() {
  const deeds = new Deeds(new Kept());
  const ends: ((isDone: boolean) => void)[] = [];
  const work = () => new Promise<boolean>((resolve) => ends.push(resolve));
  return { deeds, ends, work };
}

it('is not begun twice, not even after it was done, until what it is about has changed', async () => {
  const { deeds, ends, work } = open();
  const [before, after] = [{ status: 'open' }, { status: 'open again' }];
  const first = deeds.begin('a', 'answer', { what: 'yes', about: before }, work);
  await deeds.begin('a', 'answer', { what: 'no', about: before }, work);
  expect(ends).toHaveLength(1);
  ends[0]?.(true);
  await first;
  expect(deeds.isOnItsWay('a', 'answer', before)).toBe(true);
  expect(deeds.isOnItsWay('a', 'answer', after)).toBe(false);
  expect(deeds.isOnItsWay('b', 'answer', before)).toBe(false);
});

it('can be begun again where it did not work', async () => {
  const { deeds, ends, work } = open();
  const about = {};
  const first = deeds.begin('a', 'answer', { what: 'yes', about }, work);
  ends[0]?.(false);
  await first;
  expect(deeds.isOnItsWay('a', 'answer', about)).toBe(false);
  void deeds.begin('a', 'answer', { what: 'yes', about }, work);
  expect(ends).toHaveLength(2);
});
