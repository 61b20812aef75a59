import { type Command, type Dialect, type Draft, type DraftOf, readDecision } from '@polywire/protocol';

/** A question that a front end of this dialect answers in its own way; on the others the next message is the answer. */
export function questionIn({ traits }: Dialect, drafts: readonly Draft[]): DraftOf<'input.requested'> | undefined {
  return drafts.find((draft) => draft.type === 'input.requested' && traits.answers[draft.kind] === 'native') as
    | DraftOf<'input.requested'>
    | undefined;
}

/** What somebody typed as the answer to a question. */
export function answerTo({ inputId, callId, kind, runId }: DraftOf<'input.requested'>, text: string): Command {
  const about = { inputId, ...(callId !== undefined && { callId }), ...(runId !== undefined && { runId }) };
  if (kind === 'text') return { type: 'input.answer', ...about, decision: 'reply', text };
  return { type: 'input.answer', ...about, decision: readDecision(text), text };
}
