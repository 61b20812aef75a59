import type { FinalStatus } from '../events.ts';
import type { Turn } from './conversation.ts';
import type { Part } from './parts.ts';
import { isCallOpen } from './tools.ts';

/** Nothing of a run goes on after its end, whatever the log left open. */
export function closeOpen(turn: Turn, status: FinalStatus, at: number): Turn {
  let { parts, nodes } = turn;
  for (let i = 0; i < parts.length; i += 1) parts = parts.update(i, (part) => closed(part, status, at));
  for (const index of turn.places.nodes) nodes = nodes.update(index, (node) => ({ ...node, exitedAt: at }));
  return { ...turn, parts, nodes, questions: [], places: { ...turn.places, nodes: [] } };
}

function closed(part: Part, status: FinalStatus, at: number): Part {
  switch (part.kind) {
    case 'text':
      return part.done ? part : { ...part, done: true, interrupted: status !== 'complete' };
    case 'reasoning':
      return part.endedAt === undefined ? { ...part, endedAt: at } : part;
    case 'tool':
      return isCallOpen(part.status) ? { ...part, status: 'unknown', endedAt: at } : part;
    case 'question':
      return part.status === 'open' ? { ...part, status: 'cancelled', resolvedAt: at } : part;
    default:
      return part;
  }
}
