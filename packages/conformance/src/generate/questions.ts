import type { Draft } from '@polywire/protocol';
import fc from 'fast-check';
import { someText } from './texts.ts';
import { optional, set, type Thread } from './thread.ts';

type Asked = Omit<Extract<Draft, { type: 'input.requested' }>, 'type' | 'inputId'>;
type Resolved = Omit<Extract<Draft, { type: 'input.resolved' }>, 'type' | 'inputId'>;

/** Does the run wait for the answer, and is the question asked again because the first answer was unclear? */
export type Waits = 'no' | 'yes' | 'again';
export const waits = fc.constantFrom<Waits>('no', 'yes', 'yes', 'yes', 'again');

const wait: Draft = { type: 'run.status', status: 'awaiting_input' };
const goOn: Draft = { type: 'run.status', status: 'active' };
const before: Record<Waits, readonly Draft[]> = { no: [], yes: [wait], again: [wait, goOn, wait] };

/** A question from its asking to its answer. A run that has other things to do does not wait. */
export function waiting(inputId: string, asked: Asked, waits: Waits, resolved: Resolved): Draft[] {
  return [
    { type: 'input.requested', inputId, ...asked },
    ...before[waits],
    { type: 'input.resolved', inputId, ...resolved },
    ...(waits === 'no' ? [] : [goOn]),
  ];
}

export const question: fc.Arbitrary<Thread> = fc
  .record({
    prompt: optional(someText),
    waits,
    outcome: fc.constantFrom('answered', 'answered', 'expired', 'cancelled'),
    answer: someText,
    by: optional(fc.constant('alice')),
    ref: optional(fc.constant('ref-1')),
    expiresAt: optional(fc.constant(1_800_000_000_000)),
  })
  .map((it) => (id) => {
    const text = it.outcome === 'answered' ? { text: it.answer } : {};
    return waiting(`input_${id}`, { kind: 'text', ...set({ prompt: it.prompt, expiresAt: it.expiresAt }) }, it.waits, {
      outcome: it.outcome,
      ...text,
      ...set({ by: it.by, ref: it.ref }),
    });
  });
