import dagre from '@dagrejs/dagre';

export type State = 'planned' | 'running' | 'complete' | 'failed' | 'chosen' | 'abandoned';

export interface DrawnNode {
  readonly id: string;
  readonly type: 'thought';
  readonly position: { readonly x: number; readonly y: number };
  readonly data: NodeData;
}
export interface NodeData extends Record<string, unknown> {
  readonly title: string;
  readonly note: string | undefined;
  readonly state: State;
  /** Which parts of the turn are this node's: by its run, or by a stretch of time. */
  readonly nodeRun: string | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly text: string | undefined;
}
export interface DrawnEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly className?: string;
}
export interface Drawing {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
}

export const WIDTH = 184;
export const HEIGHT = 84;

/** Places nodes in ranks, from the top down. */
export function laidOut(nodes: readonly Omit<DrawnNode, 'position'>[], edges: readonly DrawnEdge[]): Drawing {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 16, ranksep: 48 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { width: WIDTH, height: HEIGHT });
  for (const { source, target } of edges) graph.setEdge(source, target);
  // Its own order would turn candidates round: they stand as they were thought of.
  dagre.layout(graph, { disableOptimalOrderHeuristic: true });
  const placed = nodes.map((node) => {
    const { x, y } = graph.node(node.id);
    return { ...node, position: { x: x - WIDTH / 2, y: y - HEIGHT / 2 } };
  });
  return { nodes: placed, edges };
}
