import type { Draft } from '@polywire/protocol';
import fc from 'fast-check';
import { anyJson, anyObject, pieces, someText, text, toolName } from './texts.ts';

/** Events of one thing (a message, a call, a node) in their own order. `id` is unique in the session. */
export type Thread = (id: string) => readonly Draft[];

const flag = fc.boolean();
const count = fc.integer({ min: 0, max: 5000 });
const optional = <T>(it: fc.Arbitrary<T>) => fc.option(it, { nil: undefined, freq: 2 });

/** Fields that are set, without those that are undefined. */
export function set<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

const message: fc.Arbitrary<Thread> = fc
  .record({
    role: fc.constantFrom('assistant', 'assistant', 'assistant', 'user', 'system'),
    name: optional(fc.constantFrom('coder', 'web surfer', '作者')),
    reasoning: optional(pieces),
    text: pieces,
    replaced: fc.constantFrom(undefined, undefined, undefined, 'open', 'after'),
    replacement: someText,
    interrupted: fc.constantFrom(undefined, undefined, true),
  })
  .map((it) => (id) => {
    const messageId = `msg_${id}`;
    const replaced: Draft = { type: 'text.replaced', messageId, text: it.replacement };
    const thought = (it.role === 'assistant' && it.reasoning) || [];
    return [
      { type: 'message.started', messageId, role: it.role, ...set({ name: it.name }) },
      ...thought.map((delta): Draft => ({ type: 'reasoning.delta', messageId, delta })),
      ...(thought.length > 0 ? [{ type: 'reasoning.done', messageId } as const] : []),
      ...it.text.map((delta): Draft => ({ type: 'text.delta', messageId, delta })),
      ...(it.replaced === 'open' ? [replaced] : []),
      { type: 'message.completed', messageId, ...set({ interrupted: it.interrupted }) },
      ...(it.replaced === 'after' ? [replaced] : []),
    ];
  });

const answers = {
  approved: 'ok',
  denied: 'denied',
  expired: 'denied',
  cancelled: 'denied',
} as const;

/** A call from its arguments to its result, with or without an approval that the run waits for. */
const call: fc.Arbitrary<Thread> = fc
  .record({
    name: toolName,
    argsText: optional(someText),
    args: anyObject,
    streamed: fc.array(text, { maxLength: 3 }),
    named: flag,
    approval: fc.option(fc.constantFrom(...(Object.keys(answers) as (keyof typeof answers)[])), { freq: 2 }),
    prompt: optional(someText),
    waits: flag,
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
const messageWithCalls = fc
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

type Asked = Omit<Extract<Draft, { type: 'input.requested' }>, 'type' | 'inputId'>;
type Resolved = Omit<Extract<Draft, { type: 'input.resolved' }>, 'type' | 'inputId'>;

/** A question from its asking to its answer. A run that has other things to do does not wait. */
function waiting(inputId: string, asked: Asked, waits: boolean, resolved: Resolved): Draft[] {
  return [
    { type: 'input.requested', inputId, ...asked },
    ...(waits ? [{ type: 'run.status', status: 'awaiting_input' } as const] : []),
    { type: 'input.resolved', inputId, ...resolved },
    ...(waits ? [{ type: 'run.status', status: 'active' } as const] : []),
  ];
}

const question: fc.Arbitrary<Thread> = fc
  .record({
    prompt: optional(someText),
    waits: fc.constantFrom(true, true, false),
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

const planStep = fc
  .record({ title: someText, details: optional(someText), agent: optional(fc.constant('coder')) })
  .map(({ title, details, agent }) => ({ title, ...set({ details, agent }) }));

const plan: fc.Arbitrary<Thread> = fc
  .record({
    task: optional(someText),
    summary: optional(someText),
    steps: fc.array(planStep, { maxLength: 3 }),
    asks: flag,
    edited: flag,
    progress: optional(someText),
    instruction: optional(someText),
    by: optional(fc.constant('alice')),
  })
  .map((it) => (id) => {
    const planId = `plan_${id}`;
    const body = { planId, steps: [...it.steps], ...set({ task: it.task, summary: it.summary }) };
    const asked = { kind: 'plan' as const, planId };
    return [
      { type: 'plan.proposed', ...body },
      ...(it.asks ? waiting(`input_${id}`, asked, true, { outcome: 'approved' }) : []),
      ...(it.edited ? [{ type: 'plan.edited', ...body, ...set({ by: it.by }) } as const] : []),
      ...it.steps.map(
        (step, index): Draft => ({
          type: 'plan.step',
          planId,
          index,
          count: it.steps.length,
          title: step.title,
          ...set({ details: step.details, agentName: step.agent, progress: it.progress, instruction: it.instruction }),
        }),
      ),
    ];
  });

const todoStatus = fc.constantFrom('pending', 'in_progress', 'completed');

const todo: fc.Arbitrary<Thread> = fc
  .record({
    title: optional(someText),
    items: fc.array(fc.record({ text: someText, status: todoStatus }), { maxLength: 3 }),
    changes: fc.array(todoStatus, { maxLength: 3 }),
    by: optional(fc.constant('alice')),
  })
  .map((it) => (id) => {
    const listId = `list_${id}`;
    const items = it.items.map((item, i) => ({ id: `item_${id}_${i}`, ...item }));
    return [
      { type: 'todo.list', listId, items, ...set({ title: it.title }) },
      ...items.slice(0, it.changes.length).map(
        (item, index): Draft => ({
          type: 'todo.item',
          listId,
          itemId: item.id,
          index,
          text: item.text,
          status: it.changes[index] ?? 'pending',
          ...set({ by: it.by }),
        }),
      ),
    ];
  });

const pause: fc.Arbitrary<Thread> = fc.constantFrom<Thread>(
  () => [
    { type: 'run.status', status: 'pausing' },
    { type: 'run.status', status: 'paused' },
    { type: 'run.status', status: 'active' },
  ],
  () => [
    { type: 'run.status', status: 'paused' },
    { type: 'run.status', status: 'active' },
  ],
);

/** Things that are one event each. */
const single: fc.Arbitrary<Thread> = fc.oneof(
  fc
    .record({ url: fc.constantFrom('https://example.org/a.png', 'data:image/png;base64,AAAA'), alt: optional(text) })
    .map(
      ({ url, alt }): Thread =>
        (id) => [{ type: 'image', imageId: `img_${id}`, url, ...set({ alt, mediaType: alt && 'image/png' }) }],
    ),
  fc
    .record({ number: flag, title: optional(someText), options: fc.array(anyObject, { maxLength: 2 }), ofCall: flag })
    .map(
      ({ number, title, options, ofCall }): Thread =>
        (id) => [
          {
            type: 'chart',
            analysisId: number ? 7 : `analysis_${id}`,
            options,
            ...set({ title, callId: ofCall ? `call_${id}` : undefined }),
          },
        ],
    ),
  fc.tuple(count, count).map(
    ([input, output]): Thread =>
      () => [{ type: 'usage', input, output, total: input + output }],
  ),
  anyJson.map(
    (state): Thread =>
      () => [{ type: 'state.snapshot', state }],
  ),
  fc.tuple(anyJson, optional(fc.constant('planner'))).map(
    ([state, node]): Thread =>
      () => [{ type: 'state.update', state, ...set({ node }) }],
  ),
  fc.record({ step: optional(count), state: optional(anyObject), more: flag }).map(
    ({ step, state, more }): Thread =>
      (id) => [
        {
          type: 'checkpoint',
          checkpointId: `cp_${id}`,
          ...set({ step, state }),
          ...(more && { threadId: 'thread-1', ns: 'main', timestamp: '2026-01-01T00:00:00Z' }),
        },
      ],
  ),
  fc.array(someText, { maxLength: 3 }).map(
    (candidates): Thread =>
      () => [
        { type: 'tot.expand', candidates },
        { type: 'tot.evaluate', chosen: 0, scores: candidates.map((_, i) => i / 4) },
      ],
  ),
  fc.tuple(someText, count).map(
    ([reason, toDepth]): Thread =>
      () => [{ type: 'tot.backtrack', reason, toDepth }],
  ),
  fc.tuple(flag, optional(someText), fc.constantFrom('complete', 'failed')).map(
    ([edges, thought, phase]): Thread =>
      () => [
        { type: 'got.plan', nodeCount: 2, edgeCount: 1, nodeIds: ['a', 'b'], ...(edges && { edges: [['a', 'b']] }) },
        { type: 'got.node', id: 'a', phase: 'start' },
        { type: 'got.node', id: 'a', phase, ...set({ text: thought }) },
        { type: 'got.expand', id: 'a', nodesAdded: 1, edgesAdded: 2 },
      ],
  ),
  fc.tuple(anyJson, optional(fc.constant('progress'))).map(
    ([value, name]): Thread =>
      () => [{ type: 'custom', value, ...set({ name }) }],
  ),
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
