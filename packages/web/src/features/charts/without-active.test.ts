import { expect, it } from 'vitest';
import { withoutActive } from './without-active.ts';

it('leaves data, and takes out what loads, opens or runs something', () => {
  const options = { series: [{ data: [1, 2], symbol: 'image://x', renderItem: 'code' }], graphic: [{ image: 'x' }] };
  expect(withoutActive(options)).toEqual({ series: [{ data: [1, 2], symbol: 'circle' }] });
});

it('takes out lengths that no list has, and leaves those of ticks and pointers', () => {
  expect(withoutActive({ data: { length: 1e9 }, axisTick: { length: 12 }, pointer: { length: '60%' } })).toEqual({
    ...{ data: {}, axisTick: { length: 12 }, pointer: { length: '60%' } },
  });
});
