import { expect, it } from 'vitest';
import { Lookup } from './lookup.ts';

it('finds each of many ids, and none that was not set', () => {
  let lookup = Lookup.empty<number>();
  for (let i = 0; i < 20_000; i += 1) lookup = lookup.set(`call_${i}`, i);
  for (let i = 0; i < 20_000; i += 1) if (lookup.get(`call_${i}`) !== i) expect.fail(`call_${i} is lost`);
  expect([lookup.get('call_20000'), lookup.get(''), Lookup.empty().get('call_1')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('leaves the older version alone', () => {
  const one = Lookup.empty<number>().set('a', 1);
  const two = one.set('a', 2).set('b', 3);
  expect([one.get('a'), one.get('b'), two.get('a'), two.get('b')]).toEqual([1, undefined, 2, 3]);
});

it('tells apart ids with the same hash', () => {
  const lookup = Lookup.empty<number>().set('costarring', 1).set('liquid', 2).set('other', 3);
  expect([lookup.get('costarring'), lookup.get('liquid')]).toEqual([1, 2]);
  const changed = lookup.set('costarring', 4).set('liquid', 5);
  expect([changed.get('costarring'), changed.get('liquid'), lookup.get('liquid')]).toEqual([4, 5, 2]);
});

it('takes ids that are names of object methods', () => {
  const lookup = Lookup.empty<number>().set('__proto__', 1);
  expect([lookup.get('__proto__'), lookup.get('constructor')]).toEqual([1, undefined]);
});
