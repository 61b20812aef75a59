import type { DocumentInfo } from '@polywire/protocol/calls';
import { expect, test } from 'vitest';
import { toldApart } from './told-apart.ts';

function documents(...titles: readonly string[]): readonly DocumentInfo[] {
  return titles.map((title, i) => {
    const about = { source: '', sourceType: 'file', size: 0, status: 'ready', progress: 1 } as const;
    return { id: `d${i}`, title, created: i, ...about };
  });
}

test.each([
  [
    ['A', 'B'],
    ['A', 'B'],
  ],
  [
    ['A', 'A', 'A'],
    ['A', 'A (2)', 'A (3)'],
  ],
  [
    ['A', 'A', 'A (2)'],
    ['A', 'A (2)', 'A (2) (2)'],
  ],
  [
    ['A (2)', 'A', 'A'],
    ['A (2)', 'A', 'A (3)'],
  ],
  [
    ['', 'd0'],
    ['d0', 'd0 (2)'],
  ],
])('%j are called %j', (titles, names) => {
  const list = documents(...titles);
  expect(toldApart(list).map(({ title }) => title)).toEqual(names);
  const newestFirst = toldApart([...list].reverse());
  expect(newestFirst.map(({ title }) => title).reverse()).toEqual(names);
});
