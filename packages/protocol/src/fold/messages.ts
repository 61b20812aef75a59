import type { EventOf, RunEvent } from '../events.ts';
import type { MessagePlace, Turn, TurnPlaces } from './conversation.ts';
import { withParts, withText, withThought } from './copies.ts';
import { addPart, begun, changePart, putPart } from './part-list.ts';

/** The text part comes with the first words, so that thinking stands before what it led to. */
export function messageStarted(turn: Turn, { messageId, role, name, agent }: EventOf<'message.started'>): Turn {
  return placeMessage(turn, messageId, { ...unknownMessage, role, name, agent });
}

export function messageCompleted(turn: Turn, event: EventOf<'message.completed'>): Turn {
  const { messageId, at, interrupted = false } = event;
  const message = turn.places.messages.get(messageId);
  if (!message) return turn;
  const ended = endReasoning(turn, messageId, { ...message, done: true, interrupted }, at);
  if (message.text === undefined) return ended;
  return changePart(ended, message.text, 'text', (part) => ({ ...part, done: true, interrupted }));
}

export function textDelta(turn: Turn, event: EventOf<'text.delta'>): Turn {
  const { messageId, delta } = event;
  const { last, length } = turn.parts;
  // Almost always the text goes on where the turn ends: then nothing need be looked up.
  if (last?.kind === 'text' && last.messageId === messageId && !last.done) {
    return putPart(turn, length - 1, withText(last, last.text + delta));
  }
  const at = turn.places.messages.get(messageId)?.text;
  if (at === undefined) return addText(turn, event, delta, false);
  return changePart(turn, at, 'text', (part) => withText(part, part.text + delta));
}

export function textReplaced(turn: Turn, event: EventOf<'text.replaced'>): Turn {
  const { text } = event;
  const at = turn.places.messages.get(event.messageId)?.text;
  if (at === undefined) return addText(turn, event, text, true);
  return changePart(turn, at, 'text', (part) => ({ ...part, text, corrected: true }));
}

export function reasoningDelta(turn: Turn, event: EventOf<'reasoning.delta'>): Turn {
  const { messageId, delta } = event;
  const message = turn.places.messages.get(messageId) ?? unknownMessage;
  if (message.reasoning !== undefined) {
    return changePart(turn, message.reasoning, 'reasoning', (part) => withThought(part, part.text + delta));
  }
  const from = { ...begun(event), agent: event.agent ?? message.agent };
  const part = { kind: 'reasoning', ...from, messageId, text: delta, endedAt: undefined } as const;
  return addPart(turn, part, placed(turn, messageId, { ...message, reasoning: turn.parts.length }));
}

export function reasoningDone(turn: Turn, { messageId, at }: EventOf<'reasoning.done'>): Turn {
  const message = turn.places.messages.get(messageId);
  return message ? endReasoning(turn, messageId, message, at) : turn;
}

const unknownMessage: MessagePlace = {
  role: 'assistant',
  name: undefined,
  agent: undefined,
  done: false,
  interrupted: false,
  text: undefined,
  reasoning: undefined,
};

function addText(turn: Turn, event: RunEvent & { messageId: string }, text: string, corrected: boolean): Turn {
  const { messageId } = event;
  const message = turn.places.messages.get(messageId) ?? unknownMessage;
  const { role, name, agent, done, interrupted } = message;
  const from = { ...begun(event), agent: event.agent ?? agent };
  const part = { kind: 'text', ...from, messageId, role, name, text, done, interrupted, corrected } as const;
  return addPart(turn, part, placed(turn, messageId, { ...message, text: turn.parts.length }));
}

/** What is thought after this is a part of its own, with times of its own. */
function endReasoning(turn: Turn, messageId: string, message: MessagePlace, at: number): Turn {
  const ended = placeMessage(turn, messageId, { ...message, reasoning: undefined });
  if (message.reasoning === undefined) return ended;
  return changePart(ended, message.reasoning, 'reasoning', (part) => ({ ...part, endedAt: at }));
}

function placeMessage(turn: Turn, messageId: string, message: MessagePlace): Turn {
  return withParts(turn, turn.parts, placed(turn, messageId, message));
}

function placed({ places }: Turn, messageId: string, message: MessagePlace): TurnPlaces {
  return { ...places, messages: places.messages.set(messageId, message) };
}
