import type { RunEvent } from '../events.ts';
import type { Turn } from './conversation.ts';
import { withParts } from './copies.ts';
import type { Part, PartKind, PartOf } from './parts.ts';

/** What every part has from the event that began it. */
export function begun({ seq, at, agent, nodeRun }: RunEvent) {
  return { seq, at, agent, nodeRun };
}

export function addPart(turn: Turn, part: Part): Turn {
  return withParts(turn, turn.parts.push(part));
}

/** `change` for the part of this kind at `index`; any other part stays as it is. */
export function changePart<K extends PartKind>(
  turn: Turn,
  index: number,
  kind: K,
  change: (part: PartOf<K>) => Part,
): Turn {
  const parts = turn.parts.update(index, (part) => (part.kind === kind ? change(part as PartOf<K>) : part));
  return parts === turn.parts ? turn : withParts(turn, parts);
}

export function partAt<K extends PartKind>(turn: Turn, index: number | undefined, kind: K): PartOf<K> | undefined {
  const part = index === undefined ? undefined : turn.parts.get(index);
  return part?.kind === kind ? (part as PartOf<K>) : undefined;
}
