import type { EventOf } from '../events.ts';
import type { Conversation } from './conversation.ts';

export function stateSnapshot(conversation: Conversation, event: EventOf<'state.snapshot'>): Conversation {
  return { ...conversation, state: { at: event.at, node: undefined, value: event.state } };
}

/** Only the agent knows how an update enters its state: the two are kept apart. */
export function stateUpdate(conversation: Conversation, event: EventOf<'state.update'>): Conversation {
  return { ...conversation, update: { at: event.at, node: event.node, value: event.state } };
}

export function checkpoint(conversation: Conversation, event: EventOf<'checkpoint'>): Conversation {
  const { seq, at, checkpointId, step, state, threadId, ns, timestamp } = event;
  const latest = { seq, at, checkpointId, step, state, threadId, ns, timestamp };
  return { ...conversation, checkpoint: latest, checkpoints: conversation.checkpoints + 1 };
}
