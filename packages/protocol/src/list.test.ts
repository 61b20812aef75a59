import { expect, it } from 'vitest';
import { List } from './list.ts';

/** Around every place where a list of blocks of 32 changes its shape, up to three levels. */
const lengths = [0, 1, 2, 31, 32, 33, 63, 64, 65, 1023, 1024, 1055, 1056, 1057, 1088, 32_800, 32_801, 33_900];

it.each(lengths)('of %i items holds them in order', (length) => {
  const items = Array.from({ length }, (_, i) => i);
  const list = List.of(items);
  expect(list.length).toBe(length);
  expect(list.toArray()).toEqual(items);
  expect([...list]).toEqual(items);
  expect(items.every((item) => list.get(item) === item)).toBe(true);
  expect([list.get(-1), list.get(length), list.last]).toEqual([undefined, undefined, items.at(-1)]);
});

it.each(lengths)('of %i items changes one and leaves the older version alone', (length) => {
  const list = List.of(Array.from({ length }, (_, i) => i));
  for (const index of new Set([0, 31, 32, length >> 1, length - 33, length - 1])) {
    const changed = list.update(index, (item) => item + 0.5);
    if (index < 0 || index >= length) expect(changed).toBe(list);
    else expect([changed.get(index), list.get(index), changed.length]).toEqual([index + 0.5, index, length]);
    expect(changed.toArray().filter((item) => !Number.isInteger(item))).toHaveLength(changed === list ? 0 : 1);
  }
});

it('keeps every older version while it grows', () => {
  const versions = [List.empty<number>()];
  for (let i = 0; i < 1100; i += 1) versions.push((versions[i] as List<number>).push(i));
  expect(versions.every((version, i) => version.length === i && version.last === (i ? i - 1 : undefined))).toBe(true);
  const fork = (versions[1056] as List<number>).push(-1);
  expect([fork.get(1056), versions[1057]?.get(1056)]).toEqual([-1, 1056]);
});

it('is the same list when nothing changed', () => {
  const list = List.of(['a', 'b']);
  expect(list.update(1, (item) => item)).toBe(list);
  expect(list.take(2)).toBe(list);
  expect(list.toArray()).toBe(list.toArray());
});

it('takes the first items', () => {
  const list = List.of(Array.from({ length: 100 }, (_, i) => i));
  expect(list.take(40).toArray()).toEqual(Array.from({ length: 40 }, (_, i) => i));
  expect(list.take(-1).length).toBe(0);
});

it('sets an item where there is one', () => {
  const list = List.of(['a', 'b']);
  expect([...list.set(1, 'c')]).toEqual(['a', 'c']);
  expect([list.set(1, 'b'), list.set(2, 'c'), list.set(-1, 'c')]).toEqual([list, list, list]);
  expect(list.set(1, 'b')).toBe(list);
});
