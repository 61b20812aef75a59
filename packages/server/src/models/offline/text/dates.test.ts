import { expect, it } from 'vitest';
import { dayIn, dayOf, isoOf } from './dates.ts';
import { zoneIn } from './zones.ts';

const today = dayOf('2026-11-18');

it.each([
  ['What day is it today?', '2026-11-18'],
  ['what date is tomorrow', '2026-11-19'],
  ['后天是星期几', '2026-11-20'],
  ['in forty-five days', '2027-01-02'],
  ['三十天后是几号', '2026-12-18'],
  ['3天前', '2026-11-15'],
  ['2 weeks ago', '2026-11-04'],
  ['days until Christmas', '2026-12-25'],
  ['距离国庆节还有几天', '2027-10-01'],
  ['到五一还有几天', '2027-05-01'],
  ['on December 1st', '2026-12-01'],
  ['1 November', '2027-11-01'],
  ['12 March 2030', '2030-03-12'],
  ['2028年2月29日', '2028-02-29'],
])('knows which day is meant: %s', (text, day) => {
  expect(isoOf(dayIn(text, today) ?? today)).toBe(day);
});

it.each(['2027-02-30', 'the meeting', '下次开会'])('knows of no day: %s', (text) => {
  expect(dayIn(text, today)).toBeUndefined();
});

it.each([
  ['What time is it in New York?', 'America/New_York'],
  ['what time is it in beijing', 'Asia/Shanghai'],
  ['东京现在几点', 'Asia/Tokyo'],
  ['the time in Europe/Rome', 'Europe/Rome'],
  ['What time is it?', undefined],
  ['Is Romeo on time?', undefined],
])('knows in which zone a place is: %s', (text, zone) => {
  expect(zoneIn(text)).toBe(zone);
});
