import { expect, it } from 'vitest';
import { formatCursor, isAfter, parseCursor, wholeOf } from './cursor.ts';

it('reads what it writes', () => {
  for (const cursor of [
    { seq: 1, sub: 0 },
    { seq: 123_456_789_012_345, sub: 42 },
    { seq: 7, sub: 999_999_999 },
    wholeOf(7),
  ]) {
    expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
  }
});

it('takes a bare number as all frames of that event', () => {
  const whole = wholeOf(12);
  expect(parseCursor('12')).toEqual(whole);
  expect(formatCursor(whole)).toBe('12');
  expect(isAfter({ seq: 12, sub: 999_999_999 }, whole)).toBe(false);
  expect(isAfter(whole, { seq: 12, sub: 999_999_999 })).toBe(true);
  expect(isAfter({ seq: 13, sub: 0 }, whole)).toBe(true);
});

it.each(['', ' ', '-1', '1.', '.1', '1.2.3', '1e3', '0x1', '1 ', '1.-1', '12345678901234567890', '１', 'NaN'])(
  'does not take %j',
  (text) => expect(parseCursor(text)).toBeUndefined(),
);

it('orders by event, then by frame', () => {
  const at = { seq: 5, sub: 1 };
  const later = [
    { seq: 5, sub: 2 },
    { seq: 6, sub: 0 },
  ];
  const notLater = [
    { seq: 5, sub: 1 },
    { seq: 5, sub: 0 },
    { seq: 4, sub: 9 },
  ];
  for (const frame of later) expect(isAfter(frame, at)).toBe(true);
  for (const frame of notLater) expect(isAfter(frame, at)).toBe(false);
});
