import type { EventOf } from '../events.ts';
import { List } from '../list.ts';
import { isOnLine, stretchesOf } from '../stretches.ts';
import { closeOpen } from './close.ts';
import { type Branch, type Conversation, type Line, noTurnPlaces, type Rewound, type Turn } from './conversation.ts';
import { isOver, lineOf, TAKEN_BACK } from './turns.ts';

/**
 * Makes the line what it was after event `toSeq`, on this line or on a branch; what comes off becomes a branch. Between
 * turns that is exact. Inside a turn, parts that had begun are kept whole, since what they were then is not known any more.
 */
export function historyRewound(conversation: Conversation, event: EventOf<'history.rewound'>): Conversation {
  const { toSeq, seq, at } = event;
  if (toSeq >= conversation.seq) return conversation;
  const { turns, rewinds } = conversation;
  const { marks, ...whole } = lineWith(conversation, toSeq);
  let kept = whole.turns.length;
  while ((whole.turns.get(kept - 1)?.seq ?? 0) > toSeq) kept -= 1;

  const line = marks.get(kept) ?? whole;
  const last = line.turns.last;
  const isInside = last !== undefined && reachesPast(last, toSeq);
  const shared = countShared(turns, line.turns);
  const common = isInside ? Math.min(shared, kept - 1) : shared;
  const cut = turns.toArray().slice(common);
  const now = isInside ? line.turns.update(kept - 1, (turn) => cutShort(turn, event)) : line.turns;
  const branch: Branch = { toSeq, seq, at, kept: common, turns: cut };
  return {
    ...conversation,
    ...line,
    turns: now,
    places: { ...line.places, runs: cut.slice(shared - common).reduce(withoutRun, line.places.runs) },
    marks: marks.take(kept),
    branches: [...conversation.branches, branch]
      .map((each) => offLine(each, now))
      .filter(({ turns: off }) => off.length > 0),
    rewinds: [...rewinds, { seq, toSeq, left: { ...lineOf(conversation), marks: conversation.marks } }],
  };
}

/** The line that `toSeq` is on: this one, or the one that the first rewind after it left. */
function lineWith(conversation: Conversation, toSeq: number): Rewound['left'] {
  const { rewinds, seq, marks } = conversation;
  const present = { ...lineOf(conversation), marks };
  if (isOnLine(stretchesOf(rewinds, seq), toSeq)) return present;
  return rewinds.find((rewind) => rewind.seq > toSeq)?.left ?? present;
}

function countShared(one: List<Turn>, other: List<Turn>): number {
  let count = 0;
  while (count < one.length && one.get(count)?.seq === other.get(count)?.seq) count += 1;
  return count;
}

/** What is left of a branch when a part of it is on the line again. */
function offLine(branch: Branch, line: List<Turn>): Branch {
  const { kept, turns } = branch;
  let back = 0;
  while (back < turns.length && isSame(turns[back], line.get(kept + back))) back += 1;
  return back === 0 ? branch : { ...branch, kept: kept + back, turns: turns.slice(back) };
}

function isSame(one: Turn | undefined, other: Turn | undefined): boolean {
  return one?.seq === other?.seq && one?.endSeq === other?.endSeq;
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
