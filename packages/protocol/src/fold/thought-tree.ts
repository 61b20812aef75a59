import type { EventOf } from '../events.ts';
import { List } from '../list.ts';
import type { Turn } from './conversation.ts';

/** A tree of thoughts: candidates, how they were judged, which were followed and which were given up. */
export interface ThoughtTree {
  readonly nodes: List<Thought>;
  /** The thought that the next candidates grow from; undefined at the root. */
  readonly current: number | undefined;
  /** The first of the candidates that wait to be judged. */
  readonly candidates: { readonly from: number; readonly count: number };
}

export interface Thought {
  /** Index in `nodes` of the thought that it grew from; undefined for one that grew from the root. */
  readonly parent: number | undefined;
  /** From 1: the root, which has no text, is 0. */
  readonly depth: number;
  readonly text: string;
  readonly score: number | undefined;
  readonly chosen: boolean;
  /** Why it was given up again. */
  readonly abandoned: string | undefined;
}

export function totExpand(turn: Turn, { candidates }: EventOf<'tot.expand'>): Turn {
  const { nodes: before, current: parent } = treeOf(turn);
  const depth = depthOf(before, parent) + 1;
  let nodes = before;
  for (const text of candidates) {
    nodes = nodes.push({ parent, depth, text, score: undefined, chosen: false, abandoned: undefined });
  }
  const waiting = { from: before.length, count: candidates.length };
  return { ...turn, thoughts: { nodes, current: parent, candidates: waiting } };
}

export function totEvaluate(turn: Turn, { chosen, scores }: EventOf<'tot.evaluate'>): Turn {
  const tree = treeOf(turn);
  const { from, count } = tree.candidates;
  let { nodes } = tree;
  for (let i = 0; i < count; i += 1) {
    nodes = nodes.update(from + i, (node) => ({ ...node, score: scores[i], chosen: i === chosen }));
  }
  const current = chosen >= 0 && chosen < count ? from + chosen : tree.current;
  return { ...turn, thoughts: { ...tree, nodes, current } };
}

export function totBacktrack(turn: Turn, { reason, toDepth }: EventOf<'tot.backtrack'>): Turn {
  const tree = treeOf(turn);
  let { nodes, current } = tree;
  while (current !== undefined && depthOf(nodes, current) > toDepth) {
    nodes = nodes.update(current, (node) => ({ ...node, abandoned: reason }));
    current = nodes.get(current)?.parent;
  }
  return { ...turn, thoughts: { ...tree, nodes, current } };
}

const noTree: ThoughtTree = { nodes: List.empty(), current: undefined, candidates: { from: 0, count: 0 } };

function treeOf(turn: Turn): ThoughtTree {
  return turn.thoughts ?? noTree;
}

function depthOf(nodes: List<Thought>, index: number | undefined): number {
  return index === undefined ? 0 : (nodes.get(index)?.depth ?? 0);
}
