import type { Draft } from '@polywire/protocol';
import fc from 'fast-check';
import { call, message, messageWithCalls } from './conversation.ts';
import { question } from './questions.ts';
import { single } from './single.ts';
import { anyJson, someText } from './texts.ts';
import { flag, optional, set, type Thread } from './thread.ts';
import { plan, planStep, todo, todoStatus } from './work.ts';

const pause: fc.Arbitrary<Thread> = fc.constantFrom<Thread>(
  () => [
    { type: 'run.status', status: 'pausing' },
    { type: 'run.status', status: 'paused' },
    { type: 'run.status', status: 'active' },
  ],
  () => [
    { type: 'run.status', status: 'paused' },
    { type: 'run.status', status: 'active', reason: 'recovered' },
  ],
);

/** A node around other things, which then name it; a second one of the same name may run beside it. */
const node: fc.Arbitrary<Thread> = fc
  .record({
    name: fc.constantFrom('planner', 'worker'),
    tagged: fc.constantFrom(true, true, false),
    agent: optional(fc.constantFrom('coder', 'critic')),
    inner: fc.array(fc.oneof(message, single), { maxLength: 2 }),
    nested: flag,
    error: optional(someText),
  })
  .map((it) => (id) => {
    const own = set({ nodeRun: it.tagged ? `node_${id}` : undefined, agent: it.agent });
    const below = { name: 'inner', ...set({ nodeRun: `node_${id}_in`, agent: it.agent }) };
    const inside = it.inner.flatMap((thread, i) => thread(`${id}_${i}`).map((draft): Draft => ({ ...draft, ...own })));
    return [
      { type: 'node.entered', name: it.name, ...own },
      ...(it.nested ? [{ type: 'node.entered', ...below } as const] : []),
      ...inside,
      ...(it.nested ? [{ type: 'node.exited', ...below } as const] : []),
      { type: 'node.exited', name: it.name, ...own, ...set({ error: it.error }) },
    ];
  });

const softError: fc.Arbitrary<Thread> = fc
  .record({ message: someText, code: optional(fc.constant('E_SOFT')), details: optional(anyJson) })
  .map(({ message, code, details }) => () => [
    { type: 'error', message, fatal: false, ...set({ code, details: details ?? undefined }) },
  ]);

/** What may also come while no run is open. */
export const sessionThread: fc.Arbitrary<Thread> = fc.oneof(
  fc
    .record({ text: someText, ref: optional(fc.constant('ref-9')), by: optional(fc.constant('alice')), file: flag })
    .map(
      ({ text, ref, by, file }): Thread =>
        () => [
          {
            type: 'message.accepted',
            text,
            ...set({ ref, by }),
            ...(file && { files: [{ name: '数据.csv', mediaType: 'text/csv', size: 12 }] }),
          },
        ],
    ),
  fc.tuple(someText, todoStatus).map(
    ([text, status]): Thread =>
      (id) => [{ type: 'todo.item', listId: `list_${id}`, itemId: `item_${id}`, index: 0, text, status, by: 'alice' }],
  ),
  fc.array(planStep, { maxLength: 2 }).map(
    (steps): Thread =>
      (id) => [{ type: 'plan.edited', planId: `plan_${id}`, steps, by: 'alice' }],
  ),
  someText.map(
    (text): Thread =>
      () => [{ type: 'notice', of: 'todo.list', text }],
  ),
  anyJson.map(
    (data): Thread =>
      () => [{ type: 'foreign', dialect: 'elsewhere', data }],
  ),
  softError,
);

/** What one choice adds to a run: one thread, or a message and the threads of its calls. */
export const threads: fc.Arbitrary<readonly Thread[]> = fc.oneof(
  { weight: 5, arbitrary: message.map((it) => [it]) },
  { weight: 3, arbitrary: messageWithCalls },
  { weight: 3, arbitrary: call.map((it) => [it]) },
  { weight: 3, arbitrary: single.map((it) => [it]) },
  { weight: 2, arbitrary: question.map((it) => [it]) },
  { weight: 2, arbitrary: node.map((it) => [it]) },
  { weight: 1, arbitrary: plan.map((it) => [it]) },
  { weight: 1, arbitrary: todo.map((it) => [it]) },
  { weight: 1, arbitrary: pause.map((it) => [it]) },
  { weight: 2, arbitrary: sessionThread.map((it) => [it]) },
);
