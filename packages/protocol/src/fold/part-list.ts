import type { RunEvent } from '../events.ts';
import type { Turn, TurnPlaces } from './conversation.ts';
import { withParts } from './copies.ts';
import type { Part, PartKind, PartOf } from './parts.ts';

/** What every part has from the event that began it. */
export function begun({ seq, at, agent, nodeRun }: RunEvent) {
  return { seq, at, agent, nodeRun };
}

/** `places` where the part can be found from now on by an id of its own. */
export function addPart(turn: Turn, part: Part, places?: TurnPlaces): Turn {
  return withParts(turn, turn.parts.push(part), places);
}

/** `change` for the part of this kind at `index`; any other part stays as it is. */
export function changePart<K extends PartKind>(
  turn: Turn,
  index: number,
  kind: K,
  change: (part: PartOf<K>) => Part,
): Turn {
  const part = partAt(turn, index, kind);
  return part ? putPart(turn, index, change(part)) : turn;
}

export function putPart(turn: Turn, index: number, part: Part): Turn {
  const parts = turn.parts.set(index, part);
  return parts === turn.parts ? turn : withParts(turn, parts);
}

export function partAt<K extends PartKind>(turn: Turn, index: number | undefined, kind: K): PartOf<K> | undefined {
  const part = index === undefined ? undefined : turn.parts.get(index);
  return part?.kind === kind ? (part as PartOf<K>) : undefined;
}
