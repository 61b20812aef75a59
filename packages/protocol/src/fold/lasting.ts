import type { RunEvent } from '../events.ts';
import type { Conversation } from './conversation.ts';
import { addPart, changePart, partAt } from './part-list.ts';
import type { PartOf } from './parts.ts';
import { changeTurn, TAKEN_BACK, turnOf } from './turns.ts';

/** How one kind of part that outlives its turn is found and made. */
interface Lasting<K extends 'todo' | 'plan'> {
  readonly kind: K;
  readonly among: 'todos' | 'plans';
  readonly id: string;
  is(part: PartOf<K>): boolean;
  make(): PartOf<K>;
}

/** Changes such a part wherever it stands; where there is none, it begins in the event's turn. */
export function changeLasting<K extends 'todo' | 'plan'>(
  conversation: Conversation,
  event: RunEvent,
  { kind, among, id, is, make }: Lasting<K>,
  change: (part: PartOf<K>) => PartOf<K>,
): Conversation {
  const { turns, places } = conversation;
  const place = places[among].get(id);
  const home = place && turns.get(place.turn);
  const part = home && partAt(home, place.part, kind);
  // A rewind inside a turn may have taken the part away.
  if (part && is(part)) {
    return { ...conversation, turns: turns.update(place.turn, (turn) => changePart(turn, place.part, kind, change)) };
  }
  const begun = changeTurn(conversation, event, (turn) => addPart(turn, change(make())));
  const turn = turnOf(begun, event.runId);
  if (turn === undefined || turn === TAKEN_BACK) return begun;
  const made = { turn, part: (begun.turns.get(turn)?.parts.length ?? 0) - 1 };
  return { ...begun, places: { ...begun.places, [among]: begun.places[among].set(id, made) } };
}
