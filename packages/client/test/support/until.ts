import type { Conversation, ConversationView } from '../../src/index.ts';

/** The first state that `holds`; fails with the last one after a generous while. */
export async function until(
  conversation: Conversation,
  holds: (view: ConversationView) => boolean,
  limitMs = 25_000,
): Promise<ConversationView> {
  const view = conversation.getState();
  if (holds(view)) return view;
  return new Promise((resolve, reject) => {
    const check = (): void => {
      const now = conversation.getState();
      if (!holds(now)) return;
      stop();
      resolve(now);
    };
    const leave = conversation.subscribe(check);
    // Whoever is not visible is not told.
    const poll = setInterval(check, 20);
    const timer = setTimeout(() => {
      stop();
      const { conversation: shown, ...rest } = conversation.getState();
      const turns = [...shown.turns].map(({ status, parts }) => ({ status, parts: parts.length }));
      reject(new Error(`it did not come to be: ${JSON.stringify({ ...rest, turns })}`));
    }, limitMs);
    function stop(): void {
      leave();
      clearInterval(poll);
      clearTimeout(timer);
    }
  });
}

export const isDone = ({ conversation, sending }: ConversationView): boolean =>
  sending.length === 0 && conversation.turns.last !== undefined && conversation.turns.last.endSeq !== undefined;
