import type { Draft } from '../../events.ts';
import type { EventOf, EventType, WireEvent } from './wire.ts';

type Readings = { [T in EventType]?: (event: EventOf<T>) => Draft };

/** The draft of a frame that needs nothing but the frame: `bodyOf` the other way round. */
export function draftOf(event: WireEvent): Draft | undefined {
  return (readings[event.type] as ((event: WireEvent) => Draft) | undefined)?.(event);
}

const readings: Readings = {
  usage: (event) => ({ type: 'usage', ...counted(event) }),
  values: ({ state = null }) => ({ type: 'state.snapshot', state }),
  updates: ({ id, state = null }) => ({ type: 'state.update', state, ...(id && { node: id }) }),
  checkpoint: ({ checkpoint_id, timestamp, step, state, thread_id, checkpoint_ns, lacks }) => ({
    type: 'checkpoint',
    checkpointId: checkpoint_id,
    ...(timestamp != null && !lacks?.includes('timestamp') && { timestamp: String(timestamp) }),
    ...(step != null && !lacks?.includes('step') && { step }),
    ...(state !== undefined && !lacks?.includes('state') && { state }),
    ...(thread_id != null && { threadId: thread_id }),
    ...(checkpoint_ns != null && { ns: checkpoint_ns }),
  }),
  tot_expand: ({ candidates }) => ({ type: 'tot.expand', candidates }),
  tot_evaluate: ({ chosen, scores }) => ({ type: 'tot.evaluate', chosen, scores }),
  tot_backtrack: ({ reason, to_depth }) => ({ type: 'tot.backtrack', reason, toDepth: to_depth }),
  got_plan: ({ node_count, edge_count, node_ids, edges }) => ({
    type: 'got.plan',
    nodeCount: node_count,
    edgeCount: edge_count,
    nodeIds: node_ids,
    ...(edges && { edges }),
  }),
  got_node_start: ({ id, text }) => ({ type: 'got.node', id, phase: 'start', ...(text != null && { text }) }),
  got_node_complete: ({ id, result_summary: text }) => ({
    type: 'got.node',
    id,
    phase: 'complete',
    ...(text && { text }),
  }),
  got_node_failed: ({ id, error: text }) => ({ type: 'got.node', id, phase: 'failed', ...(text && { text }) }),
  got_expand: ({ node_id, nodes_added, edges_added }) => ({
    type: 'got.expand',
    id: node_id,
    nodesAdded: nodes_added,
    edgesAdded: edges_added,
  }),
};

export function counted(usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number }) {
  return { input: usage.prompt_tokens, output: usage.completion_tokens, total: usage.total_tokens };
}
