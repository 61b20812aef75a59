import { tellAll } from '../abilities/tell.ts';
import type { Reply, Request } from '../contract.ts';
import { introduced } from '../introduction.ts';
import { nextMoves } from '../plan.ts';
import { inPassing } from '../text/in-passing.ts';

/** One turn of a conversation: the next calls, or the answer from what they brought. */
export function chat(request: Request): Reply {
  const { said, past, done } = request;
  const { language } = said;
  const moves = nextMoves(request);
  if (moves.calls.length > 0) {
    return { reasoning: moves.why[language], calls: moves.calls };
  }
  const told = tellAll(moves.finished, language);
  const text = introduced([...inPassing(said), ...told, ...moves.words].join('\n\n'), past, language);
  return { ...(done.length === 0 && { reasoning: moves.why[language] }), text };
}
