import { expect, it } from 'vitest';
import { ThoughtGraph } from './graph.ts';

const node = (id: string) => ({ id, task: `task ${id}` });
const graph = (ids: string, edges: string, max = 16) =>
  new ThoughtGraph(
    {
      nodes: [...ids].map(node),
      edges: edges
        .split(' ')
        .filter(Boolean)
        .map((edge) => [edge[0] ?? '', edge[1] ?? '']),
    },
    max,
    'join',
  );

it('keeps what is sound of what a model wrote', () => {
  const made = graph('abcb', 'ac bc ca xc aa');
  expect(made.ids).toEqual(['a', 'b', 'c']);
  expect(made.edges).toEqual([
    ['a', 'c'],
    ['b', 'c'],
  ]);
  expect(made.sink).toBe('c');
});

it('gives several ends one sink that joins them', () => {
  const made = graph('abc', 'ab');
  expect(made.sink).toBe('answer');
  expect(made.inputs('answer')).toEqual(['b', 'c']);
  expect(made.node('answer').task).toBe('join');
});

it('has a bound', () => {
  expect(graph('abcdefgh', '', 3).ids).toEqual(['a', 'b', 'c', 'answer']);
});

it('grows between a thought and what waits for it, the same whichever grows first', () => {
  const grow = (order: string) => {
    const made = graph('abz', 'az bz');
    for (const id of order) made.grow(id, { nodes: [node('x'), node('y')], edges: [['x', 'y']] });
    return made.edges.map((edge) => edge.join('→')).sort();
  };
  expect(grow('ab')).toEqual(grow('ba'));
  expect(grow('a')).toEqual(['a.x→a.y', 'a.y→z', 'a→a.x', 'a→z', 'b→z']);
});

it('takes a dense graph as it is, however many ways lead through it', () => {
  const ids = Array.from({ length: 40 }, (_, i) => `n${i}`);
  const edges = ids.flatMap((to, j) => ids.slice(0, j).map((from): [string, string] => [from, to]));
  const graph = new ThoughtGraph({ nodes: ids.map((id) => ({ id, task: id })), edges }, 64, 'join');
  expect(graph.ids).toEqual(ids);
});
