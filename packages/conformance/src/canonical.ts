import type { Draft, EventType, Json, RunEvent, ToolOutcome } from '@polywire/protocol';
import { stampAll } from './generate.ts';

/** The smallest sensible run with an event of this type, with content that is easy to find on a screen. */
export function canonicalRun(type: EventType): readonly RunEvent[] {
  const drafts: Draft[] = [started, ...inside[type], finished];
  return stampAll(drafts.map((draft) => (draft.type === 'message.accepted' ? draft : { ...draft, runId: 'run-1' })));
}

/** Two calls of one tool that run at the same time; the second is done first. */
export const parallelCalls: readonly RunEvent[] = stampAll(
  ([1, 2, 2, 1] as const).flatMap((n, i): Draft[] => {
    const of = { runId: 'run-1', callId: `call-${n}`, name: 'tool_name_1' };
    const first: Draft[] = i === 0 ? [{ type: 'run.started', runId: 'run-1' }] : [];
    const last: Draft[] = i === 3 ? [{ type: 'run.finished', runId: 'run-1', status: 'complete' }] : [];
    return i < 2
      ? [...first, { type: 'tool.call', ...of, args: { n } }, { type: 'tool.started', ...of }]
      : [{ type: 'tool.finished', ...of, outcome: 'ok', result: `result-${n}` }, ...last];
  }),
);

/** Two messages of one run, with a call between them or right behind each other; both say what they think first. */
export function twoMessages({ withCall }: { readonly withCall: boolean }): readonly RunEvent[] {
  const texts = ([1, 2] as const).map((n): Draft[] => {
    const of = { messageId: `msg-${n}` };
    return [
      { type: 'message.started', ...of, role: 'assistant' },
      { type: 'reasoning.delta', ...of, delta: `thought-${n}.` },
      { type: 'reasoning.done', ...of },
      { type: 'text.delta', ...of, delta: `text-${n}` },
      { type: 'text.delta', ...of, delta: '.' },
      { type: 'message.completed', ...of },
    ];
  });
  const between = withCall ? tool : [];
  const drafts = [started, ...(texts[0] ?? []), ...between, ...(texts[1] ?? []), finished];
  return stampAll(drafts.map((draft) => ({ ...draft, runId: 'run-1' })));
}

/** A call that ends like this. One that nobody allowed, or that was cut, may never have started. */
export function callThatIs(outcome: ToolOutcome, result: Json): readonly RunEvent[] {
  const begun: Draft[] = outcome === 'denied' ? [] : [{ type: 'tool.started', ...call }];
  const drafts: Draft[] = [
    started,
    { type: 'tool.call', ...call, args: {} },
    ...begun,
    { type: 'tool.finished', ...call, outcome, result },
    finished,
  ];
  return stampAll(drafts.map((draft) => ({ ...draft, runId: 'run-1' })));
}

const started: Draft = { type: 'run.started', input: 'question-of-user', agentKind: 'react' };
const finished: Draft = { type: 'run.finished', status: 'complete' };

const message = { messageId: 'msg-1' };
const begin: Draft = { type: 'message.started', ...message, role: 'assistant' };
const done: Draft = { type: 'message.completed', ...message };
const hello: Draft[] = [begin, { type: 'text.delta', ...message, delta: 'text-of-assistant' }, done];
const thought: Draft[] = [
  begin,
  { type: 'reasoning.delta', ...message, delta: 'thought-of-assistant' },
  { type: 'reasoning.done', ...message },
  { type: 'text.delta', ...message, delta: 'text-of-assistant' },
  done,
];

const call = { callId: 'call-1', name: 'tool_name_1' };
const called: Draft = { type: 'tool.call', ...call, args: { city: 'value-of-argument' } };
const tool: Draft[] = [
  { type: 'tool.args', ...call, delta: '{"city":"value-of' },
  { type: 'tool.args', ...call, delta: '-argument"}' },
  called,
  { type: 'tool.started', ...call },
  { type: 'tool.output', ...call, text: 'output-of-tool' },
  { type: 'tool.finished', ...call, outcome: 'ok', result: 'result-of-tool' },
];

const asked: Draft[] = [
  called,
  {
    type: 'input.requested',
    inputId: 'input-1',
    kind: 'approval',
    prompt: 'prompt-of-question',
    ...call,
    args: { city: 'value-of-argument' },
  },
  { type: 'run.status', status: 'awaiting_input' },
  { type: 'input.resolved', inputId: 'input-1', outcome: 'approved', by: 'alice' },
  { type: 'run.status', status: 'active' },
  { type: 'tool.started', ...call },
  { type: 'tool.finished', ...call, outcome: 'ok', result: 'result-of-tool' },
];

const paused: Draft[] = [
  { type: 'run.status', status: 'paused' },
  { type: 'run.status', status: 'active' },
];

const item = { id: 'item-1', text: 'text-of-item', status: 'pending' } as const;
const changed = { text: 'text-of-changed-item', status: 'completed' } as const;
const list: Draft = { type: 'todo.list', listId: 'list-1', title: 'title-of-list', items: [item] };
const plan = { planId: 'plan-1', summary: 'summary-of-plan', steps: [{ title: 'title-of-step', details: 'details' }] };
const edited = { steps: [{ title: 'title-of-edited-step', details: 'details' }] };
const step = { index: 0, count: 1, title: 'title-of-step', progress: 'progress-of-step' };
const proposed: Draft = { type: 'plan.proposed', ...plan };
const node = { name: 'name-of-node', nodeRun: 'node-run-1' };
const nodes: Draft[] = [
  { type: 'node.entered', ...node },
  { type: 'node.exited', ...node },
];

const inside: Record<EventType, readonly Draft[]> = {
  'message.accepted': [{ type: 'message.accepted', text: 'next-question-of-user', ref: 'ref-1' }],
  'run.started': hello,
  'run.status': paused,
  'run.finished': hello,
  'message.started': hello,
  'message.completed': hello,
  'text.delta': hello,
  'text.replaced': [...hello, { type: 'text.replaced', ...message, text: 'text-that-replaces' }],
  'reasoning.delta': thought,
  'reasoning.done': thought,
  'history.rewound': [{ type: 'history.rewound', toSeq: 4711 }],
  'tool.args': tool,
  'tool.call': tool,
  'tool.started': tool,
  'tool.output': tool,
  'tool.finished': tool,
  'input.requested': asked,
  'input.resolved': asked,
  'todo.list': [list],
  'todo.item': [list, { type: 'todo.item', listId: 'list-1', itemId: 'item-1', index: 0, ...changed }],
  'plan.proposed': [proposed],
  'plan.edited': [proposed, { type: 'plan.edited', ...plan, ...edited, by: 'alice' }],
  'plan.step': [proposed, { type: 'plan.step', planId: 'plan-1', ...step }],
  image: [{ type: 'image', imageId: 'image-1', url: 'https://example.org/picture.png', alt: 'alt-of-image' }],
  chart: [{ type: 'chart', analysisId: 'analysis-1', title: 'title-of-chart', options: [{ series: [] }] }],
  'node.entered': nodes,
  'node.exited': nodes,
  usage: [{ type: 'usage', input: 1001, output: 2002, total: 3003 }],
  'state.snapshot': [{ type: 'state.snapshot', state: { field: 'value-of-state' } }],
  'state.update': [{ type: 'state.update', node: 'name-of-node', state: { field: 'value-of-state' } }],
  checkpoint: [{ type: 'checkpoint', checkpointId: 'checkpoint-1', step: 1, state: {} }],
  'tot.expand': [{ type: 'tot.expand', candidates: ['first-candidate', 'second-candidate'] }],
  'tot.evaluate': [{ type: 'tot.evaluate', chosen: 1, scores: [0.25, 0.75] }],
  'tot.backtrack': [{ type: 'tot.backtrack', reason: 'reason-of-backtrack', toDepth: 2 }],
  'got.plan': [{ type: 'got.plan', nodeCount: 2, edgeCount: 1, nodeIds: ['thought-a', 'thought-b'] }],
  'got.node': [{ type: 'got.node', id: 'thought-a', phase: 'complete', text: 'text-of-thought' }],
  'got.expand': [{ type: 'got.expand', id: 'thought-a', nodesAdded: 1, edgesAdded: 2 }],
  notice: [{ type: 'notice', of: 'todo.list', text: 'text-of-notice' }],
  custom: [{ type: 'custom', name: 'name-of-custom', value: { field: 'value-of-custom' } }],
  foreign: [{ type: 'foreign', dialect: 'elsewhere', data: { field: 'value-of-foreign' } }],
  error: [{ type: 'error', message: 'message-of-error', code: 'CODE', fatal: false }],
};
