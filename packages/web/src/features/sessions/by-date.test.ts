import { expect, it } from 'vitest';
import type { SessionInfo } from '../../lib/api.ts';
import { byDate } from './by-date.ts';

it('puts sessions under the days that people think in', () => {
  const now = new Date(2026, 4, 20, 9, 30).getTime();
  const at = (day: number, hour: number) => new Date(2026, 4, day, hour).getTime();
  const times = { breakfast: at(20, 8), 'last night': at(19, 23), saturday: at(16, 12), spring: at(2, 12) };
  const sessions = Object.entries(times).map(
    ([id, updated]): SessionInfo => ({ id, title: id, created: updated, updated, settings: {} }),
  );
  const groups = byDate(sessions, now).map(({ age, sessions: group }) => [age, ...group.map(({ id }) => id)]);
  expect(groups).toEqual([
    ['today', 'breakfast'],
    ['yesterday', 'last night'],
    ['week', 'saturday'],
    ['older', 'spring'],
  ]);
});
