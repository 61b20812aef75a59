import type { EventOf, RunEvent } from '../events.ts';
import { closeOpen } from './close.ts';
import type { Conversation, Turn, UserMessage } from './conversation.ts';
import { changeTurn, emptyTurn, isOver, openTurn, turnOf } from './turns.ts';

export function messageAccepted(conversation: Conversation, event: EventOf<'message.accepted'>): Conversation {
  const { seq, at, text, files, ref, by } = event;
  return { ...conversation, queued: [...conversation.queued, { seq, at, text, files, ref, by }] };
}

export function runStarted(conversation: Conversation, event: EventOf<'run.started'>): Conversation {
  const { ref, agentKind, model } = event;
  const message = messageFor(conversation.queued, event);
  const user = message ? { ...message, text: event.input ?? message.text } : typedBy(event);
  const opened = openTurn(conversation, { ...emptyTurn(event, 'active'), ref, agentKind, model, user });
  return message ? { ...opened, queued: opened.queued.filter((queued) => queued !== message) } : opened;
}

export function runStatus(turn: Turn, { status, reason }: EventOf<'run.status'>): Turn {
  const yields = turn.status === 'pausing' && status === 'awaiting_input';
  return isOver(turn.status) ? turn : { ...turn, status, yields, reason };
}

export function runFinished(conversation: Conversation, event: EventOf<'run.finished'>): Conversation {
  const { status, reason, text: answer, durationMs, at, seq } = event;
  return spend(conversation, event, (turn) => ({
    ...(isOver(turn.status) ? turn : closeOpen(turn, status, at)),
    status,
    reason,
    answer,
    durationMs,
    endSeq: seq,
    endedAt: at,
    usage: event.usage ?? turn.usage,
    cost: event.cost ?? turn.cost,
  }));
}

/** Each tells of one call of a model; the end of the run may tell the sum. */
export function usage(conversation: Conversation, event: EventOf<'usage'>): Conversation {
  return spend(conversation, event, (turn) => {
    const { input, output, total } = turn.usage ?? nothing;
    const sum = { input: input + event.input, output: output + event.output, total: total + event.total };
    return { ...turn, usage: sum };
  });
}

const nothing = { input: 0, output: 0, total: 0 };

/** Changes a turn and brings what its run spent into the session's sums. */
function spend(conversation: Conversation, event: RunEvent, change: (turn: Turn) => Turn): Conversation {
  const before = turnSpent(conversation, event);
  const changed = changeTurn(conversation, event, change);
  const after = turnSpent(changed, event);
  const { usage, cost } = conversation;
  return {
    ...changed,
    usage: {
      input: usage.input + after.input - before.input,
      output: usage.output + after.output - before.output,
      total: usage.total + after.total - before.total,
    },
    cost: cost + after.cost - before.cost,
  };
}

function turnSpent(conversation: Conversation, event: RunEvent) {
  const index = turnOf(conversation, event.runId);
  const turn = index === undefined ? undefined : conversation.turns.get(index);
  return { ...(turn?.usage ?? nothing), cost: turn?.cost ?? 0 };
}

/** A session runs its messages in turn; the client's id or the words tell which, where that was not the first. */
function messageFor(queued: readonly UserMessage[], { ref, input }: EventOf<'run.started'>): UserMessage | undefined {
  const named = ref === undefined ? undefined : queued.find((message) => message.ref === ref);
  return named ?? queued.find((message) => message.text === input) ?? queued[0];
}

function typedBy({ seq, at, input, ref }: EventOf<'run.started'>): UserMessage | undefined {
  return input === undefined ? undefined : { seq, at, text: input, files: undefined, ref, by: undefined };
}
