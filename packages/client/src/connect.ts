import type { ConnectOptions, Conversation } from './contract.ts';
import { LiveConversation } from './conversation.ts';

/** Begins to follow a session, or a new one. Returns at once; `ready` tells when the server is there. */
export function connect(options: ConnectOptions): Conversation {
  return new LiveConversation(options);
}
