import { type Draft, type RunEvent, stampDraft } from '../events.ts';
import { fold } from '../fold.ts';
import { type Conversation, emptyConversation, type Turn } from './conversation.ts';

/** A log of these drafts: seq counts from 1, and `at` is a hundred times the seq. */
export function logOf(drafts: readonly Draft[], after = 0): RunEvent[] {
  return drafts.map((draft, i) => stampDraft(draft, after + i + 1, (after + i + 1) * 100));
}

/** Folds drafts onto a conversation, and makes any attempt to alter an input fail. */
export function replay(drafts: readonly Draft[], from: Conversation = emptyConversation): Conversation {
  return logOf(drafts, from.seq).reduce(
    (conversation, event) => fold(deepFreeze(conversation), deepFreeze(event)),
    from,
  );
}

export function lastTurn(conversation: Conversation): Turn {
  const { last } = conversation.turns;
  if (!last) throw new Error('the conversation has no turn');
  return last;
}

/** Stops where it finds something frozen: what a version shares with the one before was frozen with it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}
