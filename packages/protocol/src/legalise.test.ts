import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Draft, type FinalStatus, stampDraft } from './events.ts';
import { Legaliser } from './legalise.ts';
import { verify } from './verify.ts';

const id = fc.constantFrom('a', 'b');
const runId = fc.constantFrom('r1', 'r1', undefined, undefined, 'r2');

/** Any draft in any order: a wire may say anything. Few ids, so that they meet. */
const draft: fc.Arbitrary<Draft> = fc
  .tuple(
    runId,
    fc.oneof(
      fc.constant({ type: 'run.started' }),
      fc.constantFrom('active', 'awaiting_input', 'pausing', 'paused', 'complete').map((status) => ({
        type: 'run.status',
        status,
      })),
      fc.constantFrom('complete', 'error').map((status) => ({ type: 'run.finished', status })),
      id.map((messageId) => ({ type: 'message.started', messageId, role: 'assistant' })),
      id.map((messageId) => ({ type: 'message.completed', messageId })),
      id.map((messageId) => ({ type: 'text.delta', messageId, delta: 'x' })),
      id.map((messageId) => ({ type: 'text.replaced', messageId, text: 'x' })),
      id.map((messageId) => ({ type: 'reasoning.delta', messageId, delta: 'x' })),
      id.map((messageId) => ({ type: 'reasoning.done', messageId })),
      id.map((callId) => ({ type: 'tool.args', callId, delta: 'x' })),
      fc.tuple(id, fc.option(id, { nil: undefined })).map(([callId, messageId]) => ({
        type: 'tool.call',
        callId,
        name: 't',
        args: {},
        ...(messageId && { messageId }),
      })),
      id.map((callId) => ({ type: 'tool.started', callId, name: 't' })),
      id.map((callId) => ({ type: 'tool.output', callId, name: 't', text: 'x' })),
      fc.tuple(id, fc.constantFrom('ok', 'error', 'denied', 'unknown')).map(([callId, outcome]) => ({
        type: 'tool.finished',
        callId,
        name: 't',
        outcome,
        result: null,
      })),
      id.map((inputId) => ({ type: 'input.requested', inputId, kind: 'text' })),
      id.map((inputId) => ({ type: 'input.resolved', inputId, outcome: 'answered' })),
      fc.tuple(id, fc.option(id, { nil: undefined })).map(([name, nodeRun]) => ({
        type: 'node.entered',
        name,
        ...(nodeRun && { nodeRun }),
      })),
      fc.tuple(id, fc.option(id, { nil: undefined })).map(([name, nodeRun]) => ({
        type: 'node.exited',
        name,
        ...(nodeRun && { nodeRun }),
      })),
      fc.constantFrom('usage', 'message.accepted', 'custom').map((type) => ({ type, text: '', value: 1 })),
    ),
  )
  .map(([run, body]) => ({ ...body, ...(run && { runId: run }) }) as Draft);

const NUM_RUNS = process.env.POLYWIRE_LONG === '1' ? 100_000 : 2000;

it('makes a legal sequence of any drafts', () => {
  fc.assert(
    fc.property(fc.array(draft, { maxLength: 30 }), (drafts) => {
      const legal = new Legaliser();
      const all = drafts.flatMap((one) => legal.push(one).drafts);
      expect(verify(all.map((one, i) => stampDraft(one, i + 1, 0)))).toBeUndefined();
    }),
    { numRuns: NUM_RUNS },
  );
});

it('leaves a legal sequence as it is', () => {
  const drafts: Draft[] = [
    { type: 'run.started', runId: 'r' },
    { type: 'message.started', runId: 'r', messageId: 'm', role: 'assistant' },
    { type: 'text.delta', runId: 'r', messageId: 'm', delta: 'x' },
    { type: 'message.completed', runId: 'r', messageId: 'm' },
    { type: 'run.finished', runId: 'r', status: 'complete' },
  ];
  expect(pushed(drafts)).toEqual(drafts);
});

const r = { runId: 'r' };
const start: Draft = { type: 'run.started', ...r };
const waiting: readonly Draft[] = [
  { type: 'input.requested', inputId: 'i', kind: 'text' },
  { type: 'run.status', status: 'awaiting_input' },
];
const added: readonly (readonly [what: string, said: readonly Draft[], types: readonly string[]])[] = [
  ['a run', [{ type: 'usage', input: 0, output: 0, total: 0 }], ['run.started', 'usage']],
  [
    'a message',
    [start, { type: 'text.delta', messageId: 'm', delta: 'x' }],
    ['run.started', 'message.started', 'text.delta'],
  ],
  [
    'the end of a thought',
    [start, { type: 'reasoning.delta', messageId: 'm', delta: 'x' }, { type: 'message.completed', messageId: 'm' }],
    ['run.started', 'message.started', 'reasoning.delta', 'reasoning.done', 'message.completed'],
  ],
  [
    'a call and its start',
    [start, { type: 'tool.finished', callId: 'c', name: 't', outcome: 'ok', result: 1 }],
    ['run.started', 'tool.call', 'tool.started', 'tool.finished'],
  ],
  [
    'a call, but no start, where it was denied',
    [start, { type: 'tool.finished', callId: 'c', name: 't', outcome: 'denied', result: 1 }],
    ['run.started', 'tool.call', 'tool.finished'],
  ],
  [
    'that the run goes on',
    [
      start,
      { type: 'input.requested', inputId: 'i', kind: 'text' },
      { type: 'run.status', status: 'awaiting_input' },
      { type: 'text.delta', messageId: 'm', delta: 'x' },
    ],
    ['run.started', 'input.requested', 'run.status', 'run.status', 'message.started', 'text.delta'],
  ],
  ...(['message.started', 'tool.call', 'tool.args'] as const).map(
    (type) =>
      [
        `that the run goes on before ${type}`,
        [start, ...waiting, { type, messageId: 'm', role: 'assistant', callId: 'c', name: 't', args: {}, delta: '' }],
        ['run.started', 'input.requested', 'run.status', 'run.status', type],
      ] as const,
  ),
  [
    'the end of all that is open',
    [
      start,
      { type: 'message.started', messageId: 'm', role: 'assistant' },
      { type: 'tool.args', callId: 'c', delta: '{' },
      { type: 'input.requested', inputId: 'i', kind: 'text' },
      { type: 'node.entered', name: 'n', nodeRun: '1' },
      { type: 'run.finished', status: 'stopped' },
    ],
    [
      ...['run.started', 'message.started', 'tool.args', 'input.requested', 'node.entered'],
      ...['message.completed', 'tool.call', 'tool.finished', 'input.resolved', 'node.exited', 'run.finished'],
    ],
  ],
  ['the end of the run before', [start, { ...start, runId: 's' }], ['run.started', 'run.finished', 'run.started']],
];
it.each(added)('adds %s', (_, said, types) => {
  expect(pushed(said).map(({ type }) => type)).toEqual(types);
});

it.each<[FinalStatus, string | undefined, string | undefined]>([
  ['complete', undefined, undefined],
  ['stopped', 'by hand', undefined],
  ['error', 'boom', 'boom'],
  ['timed_out', 'too slow', 'too slow'],
  ['timed_out', undefined, 'timed_out'],
])('ends the nodes of a run that is %s (%s) with the error %s, the innermost first', (status, reason, error) => {
  const entered = (name: string): Draft => ({ type: 'node.entered', name });
  const end: Draft = { type: 'run.finished', status, ...(reason !== undefined && { reason }) };
  const exited = pushed([start, entered('outer'), entered('inner'), end]).filter(({ type }) => type === 'node.exited');
  const told = error === undefined ? {} : { error };
  expect(exited).toEqual(['inner', 'outer'].map((name) => ({ type: 'node.exited', name, ...told, ...r })));
});

it('refuses what belongs to another run, and adds nothing for it', () => {
  const legal = new Legaliser();
  legal.push(start);
  const { drafts, refused } = legal.push({ type: 'text.delta', runId: 'other', messageId: 'm', delta: 'x' });
  expect(drafts).toEqual([]);
  expect(refused).toContain('other');
});

it('takes a run that was joined in its middle, and is named later, for one run', () => {
  const joined = pushed([
    { type: 'text.delta', messageId: 'm', delta: 'x' },
    { type: 'usage', runId: 'r', input: 1, output: 1, total: 2 },
    { type: 'run.finished', status: 'complete' },
    { ...start, runId: 's' },
  ]);
  const runs = joined.map(({ type, runId }) => `${type} ${runId}`);
  expect(runs).toContain('usage ~r1');
  expect(runs.slice(-2)).toEqual(['run.finished ~r1', 'run.started s']);
});

it('names what has no name, alike every time', () => {
  const names = () => {
    const legal = new Legaliser();
    const before = legal.nextId('m');
    legal.push(start);
    return [before, legal.nextId('m'), legal.nextId('c')];
  };
  expect(names()).toEqual(['~r1.m1', 'r.m1', 'r.c2']);
  expect(names()).toEqual(names());
});

function pushed(drafts: readonly Draft[]): Draft[] {
  const legal = new Legaliser();
  return drafts.flatMap((one) => legal.push(one).drafts);
}
