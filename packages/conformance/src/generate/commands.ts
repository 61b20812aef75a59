import type { Command, CommandType } from '@polywire/protocol';
import fc from 'fast-check';
import { anyObject, someText } from './texts.ts';
import { optional, set } from './thread.ts';

const id = fc.constantFrom('id-1', 'id-2');

const envelope = fc
  .record({ session: fc.constant('session-1'), ref: optional(fc.constantFrom('ref-1', 'ref-2')) })
  .map(({ session, ref }) => ({ session, ...set({ ref }) }));
const aboutRun = optional(fc.constant('run-1'));
const steps = fc.array(fc.record({ title: someText }), { minLength: 1, maxLength: 3 });
const files = fc.array(
  fc.record({ name: fc.constantFrom('a.csv', '数据.txt'), mediaType: fc.constant('text/plain'), content: someText }),
  { minLength: 1, maxLength: 2 },
);

type Bodies = { [T in CommandType]: fc.Arbitrary<Omit<Extract<Command, { type: T }>, 'type' | 'session' | 'ref'>> };

const bodies: Bodies = {
  'message.send': fc
    .record({
      text: someText,
      files: optional(files),
      agent: optional(fc.constant('react')),
      model: optional(fc.constant('offline')),
      seen: optional(fc.nat(100)),
      options: optional(anyObject),
    })
    .map(({ text, ...rest }) => ({ text, ...set(rest) })),
  'input.answer': fc
    .record({
      runId: aboutRun,
      inputId: optional(id),
      callId: optional(id),
      decision: fc.constantFrom('approve', 'reject', 'reply'),
      text: someText,
      args: optional(anyObject),
      steps: optional(steps),
      files: optional(files),
    })
    .map(({ decision, text, ...rest }) => ({ decision, ...(decision === 'reply' && { text }), ...set(rest) })),
  'run.pause': aboutRun.map((runId) => set({ runId })),
  'run.resume': aboutRun.map((runId) => set({ runId })),
  'run.stop': fc.record({ runId: aboutRun, reason: optional(someText) }).map(set),
  'todo.set': fc.record({ listId: id, itemId: id, status: fc.constantFrom('pending', 'in_progress', 'completed') }),
  'plan.edit': fc
    .record({ planId: id, summary: optional(someText), steps })
    .map(({ planId, steps, summary }) => ({ planId, steps, ...set({ summary }) })),
  'history.rewind': fc.record({ toSeq: fc.nat(100) }),
  attach: optional(fc.constantFrom('12.1', '7')).map((after) => set({ after })),
  ping: fc.constant({}),
  call: fc.record({
    what: fc.constantFrom('models.list', 'agents.list', 'tools.list', 'sessions.list', 'settings.get'),
    params: fc.constant({}),
  }),
};

export function command<T extends CommandType>(type: T): fc.Arbitrary<Command> {
  return fc.tuple(envelope, bodies[type]).map(([head, body]) => ({ type, ...head, ...body }) as Command);
}
