import type { EventOf } from '../events.ts';
import { nodeKey } from '../ledger.ts';
import type { NodeSpan, Turn } from './conversation.ts';

type NodeEvent = EventOf<'node.entered' | 'node.exited'>;

export function nodeEntered(turn: Turn, event: EventOf<'node.entered'>): Turn {
  const open = [...turn.places.nodes, turn.nodes.length];
  return { ...turn, nodes: turn.nodes.push(span(turn, event)), places: { ...turn.places, nodes: open } };
}

export function nodeExited(turn: Turn, event: EventOf<'node.exited'>): Turn {
  const ended = { exitedAt: event.at, error: event.error };
  const index = turn.places.nodes.find((open) => isOf(turn.nodes.get(open), event));
  if (index === undefined) return { ...turn, nodes: turn.nodes.push({ ...span(turn, event), ...ended }) };
  const nodes = turn.nodes.update(index, (node) => ({ ...node, ...ended }));
  return { ...turn, nodes, places: { ...turn.places, nodes: turn.places.nodes.filter((open) => open !== index) } };
}

function span(turn: Turn, { seq, at, name, nodeRun, agent }: NodeEvent): NodeSpan {
  return { seq, name, nodeRun, agent, lane: freeLane(turn), enteredAt: at, exitedAt: undefined, error: undefined };
}

function isOf(node: NodeSpan | undefined, event: NodeEvent): boolean {
  return node !== undefined && nodeKey(node) === nodeKey(event);
}

function freeLane(turn: Turn): number {
  const taken = new Set(turn.places.nodes.map((open) => turn.nodes.get(open)?.lane));
  let lane = 0;
  while (taken.has(lane)) lane += 1;
  return lane;
}
