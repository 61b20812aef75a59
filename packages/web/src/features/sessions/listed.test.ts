import { expect, it } from 'vitest';
import type { SessionInfo } from '../../lib/api.ts';
import { type Listed, withFirstPage, withNextPage } from './listed.ts';

const page = (times: readonly number[], next?: string) => ({
  sessions: times.map((at): SessionInfo => ({ id: `s${at}`, title: '', created: 0, updated: at, settings: {} })),
  next,
});
const ids = ({ sessions }: Listed) => sessions.map(({ id }) => id).join(' ');

it('forgets what is not there any more, also at the end of the list', () => {
  const before = withFirstPage(undefined, page([3, 2, 1]));
  expect(ids(withFirstPage(before, page([3, 2])))).toBe('s3 s2');
  expect(ids(withFirstPage(before, page([])))).toBe('');
});

it('keeps later pages, and where they end, while the first is looked at again', () => {
  const first = withFirstPage(undefined, page([9, 8], 'after 8'));
  const more = withNextPage(first, page([8, 7, 6], 'after 6'));
  expect(ids(more)).toBe('s9 s8 s7 s6');
  const again = withFirstPage(more, page([10, 8], 'after 8'));
  expect([ids(again), again.next]).toEqual(['s10 s8 s7 s6', 'after 6']);
  // All that is left fits on one page.
  expect(withFirstPage(more, page([9, 6]))).toEqual(page([9, 6]));
});
