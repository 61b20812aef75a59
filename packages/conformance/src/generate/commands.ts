import type { Command, CommandType, JsonObject } from '@polywire/protocol';
import fc from 'fast-check';
import { anyObject, sendable, someText } from './texts.ts';
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

const none = fc.constant<JsonObject>({});
/** Some dialects have numbers only. */
const ofId = fc.record({ id: fc.constantFrom('1', '42') });

/** What can be asked beside a session's stream, with parameters that every dialect understands. */
const calls: Readonly<Record<string, fc.Arbitrary<JsonObject>>> = {
  'server.health': none,
  'models.list': none,
  'agents.list': none,
  'tools.list': none,
  'tools.get': fc.record({ name: fc.constantFrom('search', 'fs.read') }),
  'analysis.get': fc.record({ analysisId: fc.constantFrom('a-1', 'x y') }),
  'sessions.list': none,
  'sessions.get': ofId,
  'sessions.delete': ofId,
  'sessions.runs': ofId,
  'sessions.messages': ofId,
  'settings.get': none,
  'plans.list': none,
  'plans.delete': fc.record({ id: fc.constantFrom(1, 42) }),
  'workspaces.list': none,
  'teams.list': none,
};

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
  call: fc
    .constantFrom(...Object.entries(calls))
    .chain(([what, params]) => fc.record({ what: fc.constant(what), params })),
};

export function command<T extends CommandType>(type: T): fc.Arbitrary<Command> {
  return fc.tuple(envelope, bodies[type]).map(([head, body]) => sendable({ type, ...head, ...body }) as Command);
}
