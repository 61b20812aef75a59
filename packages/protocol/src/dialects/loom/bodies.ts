import type { EventOf, EventType, RunEvent, TokenUsage } from '../../events.ts';
import { asText, type Json } from '../../json.ts';
import { markOf } from './mark.ts';
import { type Body, type Tokens, USER_REJECTED } from './wire.ts';

type Bodies = { [T in EventType]?: (event: EventOf<T>) => Body };

/** The frame of an event that needs nothing but the event. */
export function bodyOf(event: RunEvent): Body | undefined {
  return (bodies[event.type] as ((event: RunEvent) => Body) | undefined)?.(event);
}

const bodies: Bodies = {
  'tool.args': (event) => ({
    type: 'tool_call_chunk',
    call_id: wireCall(event),
    name: event.name ?? null,
    arguments_delta: event.delta,
  }),
  'tool.call': (event) => ({
    ...toolCall(event),
    ...(event.messageId !== undefined && { message_id: event.messageId }),
  }),
  'tool.started': (event) => ({ type: 'tool_start', call_id: wireCall(event), name: event.name }),
  'tool.output': (event) => ({ type: 'tool_output', call_id: wireCall(event), name: event.name, content: event.text }),
  'tool.finished': toolEnd,
  usage: (event) => ({ type: 'usage', ...tokens(event) }),
  'state.snapshot': ({ state }) => ({ type: 'values', state }),
  'state.update': ({ node, state }) => ({ type: 'updates', id: node ?? '', state }),
  checkpoint,
  'tot.expand': ({ candidates }) => ({ type: 'tot_expand', candidates }),
  'tot.evaluate': ({ chosen, scores }) => ({ type: 'tot_evaluate', chosen, scores }),
  'tot.backtrack': ({ reason, toDepth }) => ({ type: 'tot_backtrack', reason, to_depth: toDepth }),
  'got.plan': ({ nodeCount, edgeCount, nodeIds, edges }) => ({
    type: 'got_plan',
    node_count: nodeCount,
    edge_count: edgeCount,
    node_ids: nodeIds,
    ...(edges && { edges }),
  }),
  'got.node': gotNode,
  'got.expand': ({ id, nodesAdded, edgesAdded }) => ({
    type: 'got_expand',
    node_id: id,
    nodes_added: nodesAdded,
    edges_added: edgesAdded,
  }),
};

export function tokens({ input, output, total }: TokenUsage): Tokens {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: total };
}

/** Arguments that were no JSON object go as the text the model wrote. */
export function toolCall(event: { callId: string; name: string; args: Json; argsText?: string | undefined }): Body {
  return {
    type: 'tool_call',
    call_id: wireCall(event),
    name: event.name,
    arguments: event.args ?? event.argsText ?? '',
  };
}

/** The call's id on the wire: null where it had none there. */
export function wireCall(event: { callId: string; ext?: RunEvent['ext'] }): string | null {
  return markOf(event as RunEvent).call_id === null ? null : event.callId;
}

function toolEnd(event: EventOf<'tool.finished'>): Body {
  const denied = event.outcome === 'denied';
  const result = asText(event.result);
  return {
    type: 'tool_end',
    call_id: wireCall(event),
    name: event.name,
    result: denied ? USER_REJECTED : result,
    is_error: event.outcome !== 'ok',
    ...(event.full !== undefined && { raw_result: asText(event.full) }),
    ...(event.outcome !== 'ok' && { outcome: event.outcome }),
    ...(denied && result !== USER_REJECTED && { reason: result }),
    ...(event.messageId !== undefined && { message_id: event.messageId }),
  };
}

/** Only the last two may be null on this wire: what else is missing is filled in, and named in `lacks`, which is ours. */
function checkpoint(event: EventOf<'checkpoint'>): Body {
  const { checkpointId, timestamp, step, state, threadId, ns, at } = event;
  const lacks = Object.entries({ timestamp, step, state }).filter(([, value]) => value === undefined);
  return {
    type: 'checkpoint',
    checkpoint_id: checkpointId,
    timestamp: timestamp ?? String(at),
    step: step ?? 0,
    state: state ?? null,
    thread_id: threadId ?? null,
    checkpoint_ns: ns ?? null,
    ...(lacks.length > 0 && { lacks: lacks.map(([name]) => name) }),
  };
}

function gotNode({ id, phase, text }: EventOf<'got.node'>): Body {
  switch (phase) {
    case 'start':
      return { type: 'got_node_start', id, ...(text !== undefined && { text }) };
    case 'complete':
      return { type: 'got_node_complete', id, result_summary: text ?? '' };
    case 'failed':
      return { type: 'got_node_failed', id, error: text ?? '' };
  }
}
