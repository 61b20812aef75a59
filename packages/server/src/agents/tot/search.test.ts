import { expect, it } from 'vitest';
import { aligned, type Branch, nextMove } from './search.ts';

const branch = (scores: readonly number[], ...tried: number[]): Branch => ({
  path: [],
  candidates: scores.map(String),
  scores,
  tried: new Set(tried),
});

it.each<[string, Branch[], object]>([
  ['the best', [branch([0.2, 0.9, 0.5])], { go: 'on', choice: 1 }],
  ['the first of equals', [branch([0.6, 0.6])], { go: 'on', choice: 0 }],
  ['the next best after one that was tried', [branch([0.2, 0.9, 0.5], 1)], { go: 'on', choice: 2 }],
  [
    'back where nothing promises enough',
    [branch([0.9, 0.5], 0), branch([0.1, 0.2])],
    { go: 'back', toDepth: 0, choice: 1 },
  ],
  ['back over several', [branch([0.9, 0.5], 0), branch([0.9], 0), branch([])], { go: 'back', toDepth: 0, choice: 1 }],
  ['nowhere when everything was tried', [branch([0.9], 0), branch([0.1])], { go: 'nowhere' }],
])('follows %s', (_, branches, move) => {
  expect(nextMove(branches, 0.4)).toEqual(move);
});

it('has one score for each candidate, whatever the model counted', () => {
  expect(aligned([0.5], 2)).toEqual([0.5, 0]);
  expect(aligned([0.5, 0.6, 0.7], 2)).toEqual([0.5, 0.6]);
});
