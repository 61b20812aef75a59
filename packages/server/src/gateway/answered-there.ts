import type { Conversation } from '@polywire/client';
import type { Answer } from '../agents/contract.ts';

/** What somebody answered at the other server to one of its questions. */
export function answerThere(conversation: Conversation, inputId: string): Answer | undefined {
  const { last } = conversation.getState().conversation.turns;
  const at = last?.places.inputs.get(inputId);
  const part = at === undefined ? undefined : last?.parts.get(at);
  if (part?.kind !== 'question') return undefined;
  const { status, text, editedArgs } = part;
  if (status !== 'approved' && status !== 'denied' && status !== 'answered') return undefined;
  return { outcome: status, ...(text !== undefined && { text }), ...(editedArgs && { args: editedArgs }) };
}

/** Resolves with the answer, once there is one, unless nobody waits for it any more. */
export function whenAnsweredThere(conversation: Conversation, inputId: string, done: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    const look = (): void => {
      const answer = answerThere(conversation, inputId);
      if (answer) resolve(answer);
    };
    done.addEventListener('abort', conversation.subscribe(look), { once: true });
    look();
  });
}
