import { type Draft, type RunEvent, stampDraft } from '@polywire/protocol';

/** Events to encode: those before are not timed. */
export interface Workload {
  readonly name: 'textDelta' | 'toolCall' | 'mixedRun';
  readonly before: readonly RunEvent[];
  readonly events: readonly RunEvent[];
}

const RUN = 'run_7f3c9a52e1b04d68';
const MESSAGE = `${RUN}.m1`;
const AT = Date.UTC(2026, 0, 1);

/** Pieces as models send them: short, in both languages, now and then with something to escape. */
const pieces = [
  'The',
  ' quick',
  ' brown fox',
  ' jumps',
  '，然后',
  '它跑进了',
  '森林。',
  '\n\n',
  ' "so',
  '" it',
  ' said',
  ' 🦊',
  ', `a',
  '\\b`',
  ' and',
  ' on.',
];
const piece = (i: number) => pieces[i % pieces.length] as string;

const opening: Draft[] = [
  { type: 'run.started', runId: RUN, input: 'Tell me a story' },
  { type: 'message.started', runId: RUN, messageId: MESSAGE, role: 'assistant' },
];

export function workloads(size: number): readonly Workload[] {
  return [
    workload(
      'textDelta',
      opening,
      Array.from({ length: size }, (_, i) => delta(i)),
    ),
    workload('toolCall', opening.slice(0, 1), Array.from({ length: size / 4 }, (_, i) => call(i)).flat()),
    workload('mixedRun', [], mixedRun(size)),
  ];
}

function workload(name: Workload['name'], before: readonly Draft[], drafts: readonly Draft[]): Workload {
  const events = [...before, ...drafts].map((draft, i) => stampDraft(draft, i + 1, AT + i * 20));
  return { name, before: events.slice(0, before.length), events: events.slice(before.length) };
}

function delta(i: number, messageId = MESSAGE): Draft {
  return { type: 'text.delta', runId: RUN, messageId, delta: piece(i) };
}

function call(i: number): Draft[] {
  const about = { runId: RUN, callId: `call_${i}`, name: 'search_documents' };
  return [
    {
      type: 'tool.call',
      ...about,
      args: { query: `where is ${piece(i)}`, limit: 10, filters: { lang: 'zh', year: 2024 } },
    },
    { type: 'tool.started', ...about },
    { type: 'tool.output', ...about, text: `found ${i} of ${i + 3}\n` },
    {
      type: 'tool.finished',
      ...about,
      outcome: 'ok',
      result: { hits: [{ id: i, title: '标题', score: 0.5 }], took: 12 },
    },
  ];
}

/** Thinking, much text, a few tools, and one of most other things; over and over, up to `size` events. */
function mixedRun(size: number): Draft[] {
  const drafts: Draft[] = [{ type: 'run.started', runId: RUN, input: 'Plan a trip', agentKind: 'react' }];
  for (let round = 0; drafts.length < size - 100; round += 1) drafts.push(...step(round));
  drafts.push({
    type: 'run.finished',
    runId: RUN,
    status: 'complete',
    usage: { input: 900, output: 300, total: 1200 },
  });
  return drafts;
}

function step(round: number): Draft[] {
  const messageId = `${RUN}.m${round + 1}`;
  const r = { runId: RUN };
  const node = { ...r, name: 'think', nodeRun: `run-think-${round}` };
  return [
    { type: 'node.entered', ...node },
    { type: 'message.started', ...r, messageId, role: 'assistant' },
    ...Array.from({ length: 10 }, (_, i): Draft => ({ type: 'reasoning.delta', ...r, messageId, delta: piece(i) })),
    { type: 'reasoning.done', ...r, messageId },
    ...Array.from({ length: 60 }, (_, i) => delta(i, messageId)),
    { type: 'message.completed', ...r, messageId },
    { type: 'usage', ...r, input: 100, output: 40, total: 140 },
    ...call(round),
    { type: 'node.exited', ...node },
    { type: 'state.update', ...r, node: 'think', state: { round, notes: ['a', 'b'] } },
    {
      type: 'todo.list',
      ...r,
      listId: `l${round}`,
      title: 'Trip',
      items: [{ id: 'a', text: 'Pack', status: 'pending' }],
    },
    { type: 'todo.item', ...r, listId: `l${round}`, itemId: 'a', index: 0, text: 'Pack', status: 'completed' },
    { type: 'image', ...r, imageId: `i${round}`, url: 'https://example.org/a.png', alt: 'A' },
  ];
}
