import type { RunEvent, RunStatus } from '../events.ts';
import { List } from '../list.ts';
import { sessionEvents } from '../verify.ts';
import { type Conversation, type Line, noTurnPlaces, type Turn } from './conversation.ts';
import { withTurns } from './copies.ts';

export type Fold<E> = (conversation: Conversation, event: E) => Conversation;

/** A fold of the turn that an event belongs to. */
export function inTurn<E extends RunEvent>(change: (turn: Turn, event: E) => Turn): Fold<E> {
  return (conversation, event) => changeTurn(conversation, event, change);
}

/** Changes the turn of `event`, which is opened where the log began to be read after its start. */
export function changeTurn<E extends RunEvent>(
  conversation: Conversation,
  event: E,
  change: (turn: Turn, event: E) => Turn,
): Conversation {
  const index = turnOf(conversation, event.runId);
  if (index === undefined) return changeTurn(openTurn(conversation, joinedTurn(event)), event, change);
  const turn = conversation.turns.get(index);
  if (!turn) return conversation;
  const turns = conversation.turns.set(index, change(turn, event));
  return turns === conversation.turns ? conversation : withTurns(conversation, turns, event.seq);
}

/** An event that names no run belongs to the last one. */
export function turnOf({ turns, places }: Conversation, runId: string | undefined): number | undefined {
  const { last } = turns;
  if (last && (runId === undefined || last.runId === runId)) return turns.length - 1;
  return runId === undefined ? undefined : places.runs.get(runId);
}

/** In place of a turn's index, and of no turn: what still comes from a run that was taken back changes nothing. */
export const TAKEN_BACK = -1;

export function openTurn(conversation: Conversation, turn: Turn): Conversation {
  const { turns, places, marks } = conversation;
  const runs = turn.runId === undefined ? places.runs : places.runs.set(turn.runId, turns.length);
  return {
    ...conversation,
    turns: turns.push(turn),
    places: { ...places, runs },
    marks: marks.push(lineOf(conversation)),
  };
}

export function emptyTurn({ seq, at, runId, agent }: RunEvent, status: RunStatus): Turn {
  return {
    seq,
    at,
    runId,
    ref: undefined,
    user: undefined,
    agent,
    agentKind: undefined,
    model: undefined,
    status,
    yields: false,
    reason: undefined,
    answer: undefined,
    endSeq: undefined,
    endedAt: undefined,
    durationMs: undefined,
    usage: undefined,
    cost: undefined,
    parts: List.empty(),
    questions: [],
    nodes: List.empty(),
    thoughts: undefined,
    graph: undefined,
    places: noTurnPlaces,
  };
}

export function isOver(status: RunStatus): boolean {
  return overs.has(status);
}
const overs: ReadonlySet<RunStatus> = new Set<RunStatus>(['stopped', 'complete', 'error', 'timed_out']);

/** What happens outside of runs does not make a run. */
function joinedTurn(event: RunEvent): Turn {
  return emptyTurn(event, event.runId === undefined && sessionEvents.has(event.type) ? 'complete' : 'active');
}

export function lineOf({ turns, state, update, checkpoint, checkpoints, places }: Conversation): Line {
  return { turns, state, update, checkpoint, checkpoints, places };
}
