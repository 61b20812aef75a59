import type { EventOf } from '../events.ts';
import { List } from '../list.ts';
import { closeOpen } from './close.ts';
import { type Conversation, type Line, noTurnPlaces, type Turn } from './conversation.ts';
import { isOver, TAKEN_BACK } from './turns.ts';

/**
 * Takes the line back to where it was after event `toSeq`; what comes off becomes a branch. Between turns that is exact.
 * Inside a turn, parts that had begun are kept whole, since what they were then is not known any more.
 */
export function historyRewound(conversation: Conversation, event: EventOf<'history.rewound'>): Conversation {
  const { toSeq, seq, at } = event;
  if (toSeq >= conversation.seq) return conversation;
  const { turns, marks, branches } = conversation;
  let kept = turns.length;
  while ((turns.get(kept - 1)?.seq ?? 0) > toSeq) kept -= 1;

  const line: Line = marks.get(kept) ?? conversation;
  const last = line.turns.last;
  const isInside = last !== undefined && reachesPast(last, toSeq);
  const cut = turns.toArray().slice(isInside ? kept - 1 : kept);
  return {
    ...conversation,
    ...line,
    turns: isInside ? line.turns.update(kept - 1, (turn) => cutShort(turn, event)) : line.turns,
    places: { ...line.places, runs: cut.slice(isInside ? 1 : 0).reduce(withoutRun, line.places.runs) },
    marks: marks.take(kept),
    branches:
      cut.length === 0 ? branches : [...branches, { toSeq, seq, at, kept: turns.length - cut.length, turns: cut }],
  };
}

function reachesPast(turn: Turn, toSeq: number): boolean {
  const end = isOver(turn.status) ? (turn.endSeq ?? turn.seq) : Number.POSITIVE_INFINITY;
  return end > toSeq || (turn.parts.last?.seq ?? 0) > toSeq;
}

function cutShort(turn: Turn, { toSeq, at, seq }: EventOf<'history.rewound'>): Turn {
  const had = <T extends { readonly seq: number }>(list: List<T>) =>
    List.of(list.toArray().filter((item) => item.seq <= toSeq));
  const rest = { ...turn, parts: had(turn.parts), places: noTurnPlaces };
  if (turn.endSeq !== undefined && turn.endSeq <= toSeq) return rest;
  const stopped = closeOpen({ ...rest, nodes: had(turn.nodes) }, 'stopped', at);
  return { ...stopped, status: 'stopped', reason: undefined, answer: undefined, endSeq: seq, endedAt: at };
}

function withoutRun(runs: Line['places']['runs'], turn: Turn): Line['places']['runs'] {
  return turn.runId === undefined ? runs : runs.set(turn.runId, TAKEN_BACK);
}
