import type { Wants } from '@polywire/protocol';
import type { Sender } from '../sessions/session.ts';
import type { Visit } from './contract.ts';

/** Who asks for cursors follows the session and knows what is open in it. */
export function senderOf({ owner, dialect }: Visit, { cursor = false }: Partial<Wants> = {}): Sender {
  const { answers, whileAsked } = dialect.traits;
  return { by: owner, answers, ...(whileAsked && !cursor && { whileAsked }) };
}
