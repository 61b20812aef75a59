import { expect, it } from 'vitest';
import type { Draft } from '../events.ts';
import { lastTurn, replay } from './replay.testing.ts';

const turn = (...drafts: Draft[]) => lastTurn(replay([{ type: 'run.started', runId: 'r' }, ...drafts]));
const expand = (...candidates: string[]): Draft => ({ type: 'tot.expand', runId: 'r', candidates });
const evaluate = (chosen: number, ...scores: number[]): Draft => ({ type: 'tot.evaluate', runId: 'r', chosen, scores });
const back = (toDepth: number): Draft => ({ type: 'tot.backtrack', runId: 'r', reason: 'dead end', toDepth });

it('grows a tree of thoughts from what was chosen', () => {
  const { thoughts } = turn(
    expand('a', 'b'),
    evaluate(1, 0.2, 0.9),
    expand('b1'),
    evaluate(0, 0.5),
    expand('b11', 'b12'),
  );
  expect(thoughts?.nodes.toArray()).toMatchObject([
    { text: 'a', parent: undefined, depth: 1, score: 0.2, chosen: false },
    { text: 'b', parent: undefined, depth: 1, score: 0.9, chosen: true },
    { text: 'b1', parent: 1, depth: 2, score: 0.5, chosen: true },
    { text: 'b11', parent: 2, depth: 3, score: undefined, chosen: false },
    { text: 'b12', parent: 2, depth: 3, score: undefined, chosen: false },
  ]);
  expect(thoughts?.current).toBe(2);
});

it('gives up a branch and grows another from where it went back to', () => {
  const way = [expand('a', 'b'), evaluate(0, 1, 0), expand('a1'), evaluate(0, 1), back(1), expand('a2')];
  expect(turn(...way).thoughts?.nodes.toArray()).toMatchObject([
    { text: 'a', abandoned: undefined },
    { text: 'b', abandoned: undefined },
    { text: 'a1', abandoned: 'dead end' },
    { text: 'a2', parent: 0, depth: 2, abandoned: undefined },
  ]);
  const root = turn(...way, back(0), expand('c')).thoughts?.nodes.toArray();
  expect(root).toMatchObject([{ abandoned: 'dead end' }, {}, {}, {}, { text: 'c', parent: undefined, depth: 1 }]);
});

it('is not led astray by a choice of nothing', () => {
  expect(turn(expand('a'), evaluate(7, 0.1)).thoughts).toMatchObject({ current: undefined });
  expect(turn(evaluate(0), back(-3)).thoughts?.nodes.length).toBe(0);
});

it('follows a graph of thoughts', () => {
  const { graph } = turn(
    { type: 'got.plan', runId: 'r', nodeCount: 2, edgeCount: 1, nodeIds: ['x', 'y'], edges: [['x', 'y']] },
    { type: 'got.node', runId: 'r', id: 'x', phase: 'start' },
    { type: 'got.node', runId: 'r', id: 'x', phase: 'complete', text: 'done' },
    { type: 'got.expand', runId: 'r', id: 'x', nodesAdded: 1, edgesAdded: 2 },
    { type: 'got.node', runId: 'r', id: 'z', phase: 'start' },
    { type: 'got.node', runId: 'r', id: 'y', phase: 'failed', text: 'timeout' },
  );
  expect(graph?.nodes.toArray()).toMatchObject([
    { id: 'x', state: 'complete', text: 'done', startedAt: 300, endedAt: 400, added: 1 },
    { id: 'y', state: 'failed', text: 'timeout', endedAt: 700 },
    { id: 'z', state: 'running', startedAt: 600 },
  ]);
  expect(graph).toMatchObject({ edges: [['x', 'y']], nodeCount: 3, edgeCount: 3 });
});

it('adds to a graph that is planned again', () => {
  const plan = (...nodeIds: string[]): Draft => ({ type: 'got.plan', runId: 'r', nodeCount: 2, edgeCount: 0, nodeIds });
  const done: Draft = { type: 'got.node', runId: 'r', id: 'x', phase: 'complete' };
  expect(turn(plan('x'), done, plan('x', 'y')).graph?.nodes.toArray()).toMatchObject([
    { id: 'x', state: 'complete' },
    { id: 'y', state: 'planned' },
  ]);
});

it('lays nodes that overlap into lanes', () => {
  const enter = (name: string, nodeRun?: string): Draft => ({
    type: 'node.entered',
    runId: 'r',
    name,
    ...(nodeRun && { nodeRun }),
  });
  const exit = (name: string, more: object = {}): Draft => ({ type: 'node.exited', runId: 'r', name, ...more });
  const { nodes } = turn(
    enter('plan'),
    enter('work', 'w1'),
    enter('work', 'w2'),
    exit('work', { nodeRun: 'w2', error: 'no' }),
    enter('check'),
    exit('work', { nodeRun: 'w1' }),
    exit('plan'),
    enter('again'),
    exit('unseen'),
  );
  expect(nodes.toArray()).toMatchObject([
    { name: 'plan', lane: 0, enteredAt: 200, exitedAt: 800 },
    { name: 'work', nodeRun: 'w1', lane: 1, exitedAt: 700, error: undefined },
    { name: 'work', nodeRun: 'w2', lane: 2, exitedAt: 500, error: 'no' },
    { name: 'check', lane: 2, exitedAt: undefined },
    { name: 'again', lane: 0, enteredAt: 900 },
    { name: 'unseen', enteredAt: 1000, exitedAt: 1000 },
  ]);
});
