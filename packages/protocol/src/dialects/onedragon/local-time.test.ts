import { expect, it } from 'vitest';
import { formatLocal, parseLocal } from './local-time.ts';

it.each([
  [0, 0, '1970-01-01 00:00:00.000'],
  [0, -90, '1969-12-31 22:30:00.000'],
  [Date.UTC(2025, 11, 31, 23, 30, 0, 5), 480, '2026-01-01 07:30:00.005'],
])('%i at offset %i is %s, both ways', (at, offset, text) => {
  expect(formatLocal(at, offset)).toBe(text);
  expect(parseLocal(text, offset)).toBe(at);
});

it.each([
  ['2025-09-22 10:19:30', Date.UTC(2025, 8, 22, 10, 19, 30)],
  ['2025-09-22T10:19:30.5', Date.UTC(2025, 8, 22, 10, 19, 30, 500)],
  ['2025-09-22 10:19:30.123456', Date.UTC(2025, 8, 22, 10, 19, 30, 123)],
  ['2025-13-45 10:19:30.000', undefined],
  ['1969-01-01 00:00:00.000', undefined],
  ['now', undefined],
  ['', undefined],
  [undefined, undefined],
])('reads %s', (text, at) => {
  expect(parseLocal(text, 0)).toBe(at);
});

it('never fails for a time that no calendar has', () => {
  expect(formatLocal(Number.MAX_VALUE, 0)).toBe('1970-01-01 00:00:00.000');
});
