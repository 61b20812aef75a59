import type { EventOf } from '../events.ts';
import { List } from '../list.ts';
import type { Turn } from './conversation.ts';
import { Lookup } from './lookup.ts';

/** A graph of thoughts: what was planned, how far it is, what grew on the way. */
export interface ThoughtGraph {
  readonly nodes: List<GraphThought>;
  /** From, to. undefined where the wire told only their number. */
  readonly edges: readonly (readonly [string, string])[] | undefined;
  readonly nodeCount: number;
  readonly edgeCount: number;
  /** Bookkeeping: indexes in `nodes` by id. */
  readonly places: Lookup<number>;
}

export interface GraphThought {
  readonly id: string;
  readonly state: 'planned' | 'running' | 'complete' | 'failed';
  readonly text: string | undefined;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  /** How many nodes it added to the graph. */
  readonly added: number;
}

/** Planning again adds to the graph: what was done stays done. */
export function gotPlan(turn: Turn, { nodeIds, nodeCount, edgeCount, edges }: EventOf<'got.plan'>): Turn {
  const graph = nodeIds.reduce(withNode, graphOf(turn));
  return { ...turn, graph: { ...graph, edges: edges ?? graph.edges, nodeCount, edgeCount } };
}

export function gotNode(turn: Turn, { id, phase, text, at }: EventOf<'got.node'>): Turn {
  const started = phase === 'start';
  return changeNode(turn, id, (node) => ({
    ...node,
    state: started ? 'running' : phase,
    text: text ?? node.text,
    startedAt: started ? at : node.startedAt,
    endedAt: started ? undefined : at,
  }));
}

export function gotExpand(turn: Turn, { id, nodesAdded, edgesAdded }: EventOf<'got.expand'>): Turn {
  const changed = changeNode(turn, id, (node) => ({ ...node, added: node.added + nodesAdded }));
  const { nodeCount, edgeCount } = graphOf(changed);
  const counts = { nodeCount: nodeCount + nodesAdded, edgeCount: edgeCount + edgesAdded };
  return { ...changed, graph: { ...graphOf(changed), ...counts } };
}

const noGraph: ThoughtGraph = {
  nodes: List.empty(),
  edges: undefined,
  nodeCount: 0,
  edgeCount: 0,
  places: Lookup.empty(),
};

function graphOf(turn: Turn): ThoughtGraph {
  return turn.graph ?? noGraph;
}

function changeNode(turn: Turn, id: string, change: (node: GraphThought) => GraphThought): Turn {
  const graph = withNode(graphOf(turn), id);
  return { ...turn, graph: { ...graph, nodes: graph.nodes.update(graph.places.get(id) ?? -1, change) } };
}

function withNode(graph: ThoughtGraph, id: string): ThoughtGraph {
  if (graph.places.get(id) !== undefined) return graph;
  const { length } = graph.nodes;
  const node: GraphThought = {
    id,
    state: 'planned',
    text: undefined,
    startedAt: undefined,
    endedAt: undefined,
    added: 0,
  };
  return {
    ...graph,
    nodes: graph.nodes.push(node),
    nodeCount: Math.max(graph.nodeCount, length + 1),
    places: graph.places.set(id, length),
  };
}
