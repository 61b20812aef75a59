import type { EventOf } from '../events.ts';
import type { Conversation, Turn } from './conversation.ts';
import { addPart, begun, changePart, partAt } from './part-list.ts';
import type { QuestionPart } from './parts.ts';
import { changeTurn } from './turns.ts';

type InputEvent = EventOf<'input.requested' | 'input.resolved'>;

export function inputRequested(turn: Turn, event: EventOf<'input.requested'>): Turn {
  const { kind: asks, prompt, callId, name, args, planId, expiresAt } = event;
  const asked = { asks, prompt, callId, name, args, planId, expiresAt };
  const at = turn.places.inputs.get(event.inputId);
  if (at !== undefined && partAt(turn, at, 'question')?.status === 'open') {
    return changePart(turn, at, 'question', (part) => ({ ...part, ...asked }));
  }
  const questions = [...turn.questions, turn.parts.length];
  return { ...addQuestion(turn, { ...newQuestion(event), ...asked }), questions };
}

export function inputResolved(conversation: Conversation, event: EventOf<'input.resolved'>): Conversation {
  const { ref } = event;
  const resolved = changeTurn(conversation, event, resolve);
  if (ref === undefined || !resolved.queued.some((message) => message.ref === ref)) return resolved;
  // The message was the answer: it waits for no run.
  return { ...resolved, queued: resolved.queued.filter((message) => message.ref !== ref) };
}

/** The first answer counts. */
function resolve(turn: Turn, event: EventOf<'input.resolved'>): Turn {
  const { outcome: status, text, args: editedArgs, by, at: resolvedAt } = event;
  const answer = { status, text, editedArgs, by, resolvedAt };
  const at = turn.places.inputs.get(event.inputId);
  if (at === undefined) return addQuestion(turn, { ...newQuestion(event), ...answer });
  if (partAt(turn, at, 'question')?.status !== 'open') return turn;
  const answered = changePart(turn, at, 'question', (part) => ({ ...part, ...answer }));
  return { ...answered, questions: turn.questions.filter((open) => open !== at) };
}

function addQuestion(turn: Turn, part: QuestionPart): Turn {
  const { places } = turn;
  const inputs = places.inputs.set(part.inputId, turn.parts.length);
  return addPart(turn, part, { ...places, inputs });
}

function newQuestion(event: InputEvent): QuestionPart {
  return {
    kind: 'question',
    ...begun(event),
    inputId: event.inputId,
    asks: 'text',
    prompt: undefined,
    callId: undefined,
    name: undefined,
    args: undefined,
    planId: undefined,
    expiresAt: undefined,
    status: 'open',
    text: undefined,
    editedArgs: undefined,
    by: undefined,
    resolvedAt: undefined,
  };
}
