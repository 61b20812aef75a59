import { expect, it } from 'vitest';
import { Throttle } from './throttle.ts';

function failing(throttle: Throttle, addresses: readonly string[], now = 0): void {
  for (const address of addresses) throttle.failed(address, now);
}

it('blocks an address after five failures, for ten seconds', () => {
  const throttle = new Throttle();
  failing(throttle, Array(4).fill('10.0.0.1'));
  expect(throttle.isBlocked('10.0.0.1', undefined, 0)).toBe(false);
  failing(throttle, ['10.0.0.1']);
  expect(throttle.isBlocked('10.0.0.1', undefined, 9_999)).toBe(true);
  expect(throttle.isBlocked('10.0.0.1', undefined, 10_000)).toBe(false);
  expect(throttle.isBlocked('10.0.0.2', undefined, 0)).toBe(false);
  failing(throttle, ['10.0.0.1'], 10_000);
  expect(throttle.isBlocked('10.0.0.1', undefined, 19_999)).toBe(true);
});

it('forgets after a while', () => {
  const throttle = new Throttle();
  failing(throttle, Array(5).fill('10.0.0.1'));
  failing(throttle, ['10.0.0.1'], 3_600_000);
  expect(throttle.isBlocked('10.0.0.1', undefined, 3_600_000)).toBe(false);
});

it('lets those who were let in from there before not wait for the others', () => {
  const throttle = new Throttle();
  throttle.succeeded('10.0.0.1', 'ann');
  failing(throttle, Array(5).fill('10.0.0.1'));
  throttle.succeeded('10.0.0.1', 'ann');
  const blocked = [undefined, 'ann', 'bob'].filter((owner) => throttle.isBlocked('10.0.0.1', owner, 0));
  expect(blocked).toEqual([undefined, 'bob']);
});

it('takes a network of IPv6 for one place', () => {
  const throttle = new Throttle();
  failing(throttle, ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:5::', '2001:db8:0:0:0:0:0:9', '2001:db8::a:b']);
  expect(throttle.isBlocked('2001:db8::ffff', undefined, 0)).toBe(true);
  expect(throttle.isBlocked('2001:db8:0:1::1', undefined, 0)).toBe(false);
  expect(throttle.isBlocked('::1', undefined, 0)).toBe(false);
  failing(throttle, Array(5).fill('::ffff:10.0.0.1'));
  expect(throttle.isBlocked('::ffff:10.0.0.2', undefined, 0)).toBe(false);
});

it('remembers so many places at most: a flood of them does not free the last', () => {
  const throttle = new Throttle();
  for (let n = 0; n < 10_100; n += 1) failing(throttle, [`10.${n >> 8}.${n & 255}.1`]);
  failing(throttle, Array(5).fill('192.0.2.1'));
  failing(throttle, ['192.0.2.2']);
  expect(throttle.isBlocked('192.0.2.1', undefined, 0)).toBe(true);
});
