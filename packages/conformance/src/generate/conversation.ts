import type { Draft } from '@polywire/protocol';
import fc from 'fast-check';
import { waiting, waits } from './questions.ts';
import { anyJson, anyObject, pieces, someText, text, toolName } from './texts.ts';
import { flag, optional, set, type Thread } from './thread.ts';

export const message: fc.Arbitrary<Thread> = fc
  .record({
    role: fc.constantFrom('assistant', 'assistant', 'assistant', 'user', 'system'),
    name: optional(fc.constantFrom('coder', 'web surfer', '作者')),
    reasoning: optional(pieces),
    text: pieces,
    replaced: fc.constantFrom(undefined, undefined, undefined, 'open', 'after'),
    replacement: someText,
    interrupted: fc.constantFrom(undefined, undefined, true),
    agent: fc.constantFrom(undefined, undefined, 'coder'),
  })
  .map((it) => (id) => {
    const messageId = `msg_${id}`;
    const replaced: Draft = { type: 'text.replaced', messageId, text: it.replacement };
    const thought = (it.role === 'assistant' && it.reasoning) || [];
    const drafts: Draft[] = [
      { type: 'message.started', messageId, role: it.role, ...set({ name: it.name }) },
      ...thought.map((delta): Draft => ({ type: 'reasoning.delta', messageId, delta })),
      ...(thought.length > 0 ? [{ type: 'reasoning.done', messageId } as const] : []),
      ...it.text.map((delta): Draft => ({ type: 'text.delta', messageId, delta })),
      ...(it.replaced === 'open' ? [replaced] : []),
      { type: 'message.completed', messageId, ...set({ interrupted: it.interrupted }) },
      ...(it.replaced === 'after' ? [replaced] : []),
    ];
    return drafts.map((draft) => ({ ...draft, ...set({ agent: it.agent }) }));
  });

const answers = {
  approved: 'ok',
  denied: 'denied',
  expired: 'denied',
  cancelled: 'denied',
} as const;

/** A call from its arguments to its result, with or without an approval that the run waits for. */
export const call: fc.Arbitrary<Thread> = fc
  .record({
    name: toolName,
    argsText: optional(someText),
    args: anyObject,
    streamed: fc.array(text, { maxLength: 3 }),
    named: flag,
    approval: fc.option(fc.constantFrom(...(Object.keys(answers) as (keyof typeof answers)[])), { freq: 2 }),
    prompt: optional(someText),
    waits,
    edited: optional(anyObject),
    output: fc.array(text, { maxLength: 2 }),
    outcome: fc.constantFrom('ok', 'ok', 'error', 'unknown'),
    result: anyJson,
    full: optional(anyJson),
  })
  .map((it) => (id) => {
    const callId = `call_${id}`;
    const { name } = it;
    const args = it.argsText === undefined ? it.args : null;
    const denied = it.approval !== null && answers[it.approval] === 'denied';
    const asked = { kind: 'approval' as const, callId, name, ...set({ prompt: it.prompt }), ...(args && { args }) };
    return [
      ...it.streamed.map(
        (delta): Draft => ({ type: 'tool.args', callId, delta, ...set({ name: it.named ? name : undefined }) }),
      ),
      { type: 'tool.call', callId, name, args, ...set({ argsText: it.argsText }) },
      ...(it.approval === null
        ? []
        : waiting(`input_${id}`, asked, it.waits, { outcome: it.approval, ...set({ args: it.edited }) })),
      ...(denied
        ? []
        : [
            { type: 'tool.started', callId, name } as const,
            ...it.output.map((line): Draft => ({ type: 'tool.output', callId, name, text: line })),
          ]),
      {
        type: 'tool.finished',
        callId,
        name,
        outcome: denied ? 'denied' : it.outcome,
        result: it.result,
        ...set({ full: it.full }),
      },
    ];
  });

/** A message that makes calls: they may start only when it is complete. */
export const messageWithCalls = fc
  .tuple(message, fc.array(call, { minLength: 1, maxLength: 2 }))
  .map(([said, calls]): Thread[] => {
    return [
      (id) => said(`${id}_0`),
      ...calls.map(
        (made, i): Thread =>
          (id) =>
            boundTo(made(`${id}_${i + 1}`), id),
      ),
    ];
  });

function boundTo(drafts: readonly Draft[], id: string): readonly Draft[] {
  return drafts.map((draft) => (draft.type === 'tool.call' ? { ...draft, messageId: `msg_${id}_0` } : draft));
}
