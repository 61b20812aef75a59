import { expect, it } from 'vitest';
import type { Draft } from '../events.ts';
import { lastTurn, replay } from './replay.testing.ts';

const run: Draft = { type: 'run.started', runId: 'r' };
const c = { runId: 'r', callId: 'c', name: 'add' };
const args: Draft[] = [
  { type: 'tool.args', ...c, delta: '{"a"' },
  { type: 'tool.args', runId: 'r', callId: 'c', delta: ':1}' },
];
const call: Draft = { type: 'tool.call', ...c, args: { a: 1 }, messageId: 'm' };
const started: Draft = { type: 'tool.started', ...c };
const output = (text: string): Draft => ({ type: 'tool.output', ...c, text });
const finished: Draft = { type: 'tool.finished', ...c, outcome: 'ok', result: 2, full: { sum: 2 } };
const parts = (...drafts: Draft[]) => lastTurn(replay([run, ...drafts])).parts.toArray();

it('follows a call from its arguments to its result', () => {
  const steps = [...args, call, started, output('1'), output('2'), finished];
  const statuses = steps
    .map((_, i) => parts(...steps.slice(0, i + 1)))
    .map(([part]) => part?.kind === 'tool' && part.status);
  expect(statuses).toEqual(['arguments', 'arguments', 'called', 'running', 'running', 'running', 'ok']);
  expect(parts(...steps)).toMatchObject([
    {
      kind: 'tool',
      callId: 'c',
      name: 'add',
      messageId: 'm',
      argsText: '{"a":1}',
      args: { a: 1 },
      output: '12',
      result: 2,
      full: { sum: 2 },
      at: 200,
      calledAt: 400,
      startedAt: 500,
      endedAt: 800,
    },
  ]);
});

it('keeps what the model wrote when it was no object', () => {
  expect(parts({ type: 'tool.call', ...c, args: null, argsText: 'oops' })).toMatchObject([
    { args: null, argsText: 'oops' },
  ]);
});

it.each(['ok', 'error', 'denied', 'unknown'] as const)('shows a call that ended %s', (outcome) => {
  expect(parts(call, { ...finished, outcome })).toMatchObject([{ status: outcome }]);
});

it('keeps parallel calls of one tool apart', () => {
  const d = { runId: 'r', callId: 'd', name: 'add' };
  const other: Draft[] = [
    { type: 'tool.call', ...d, args: {} },
    { type: 'tool.started', ...d },
    { type: 'tool.output', ...d, text: 'd' },
  ];
  expect(parts(call, started, ...other, output('c'), finished)).toMatchObject([
    { callId: 'c', output: 'c', status: 'ok' },
    { callId: 'd', output: 'd', status: 'running' },
  ]);
});

it.each([
  [started, 'running'],
  [output('x'), 'arguments'],
  [finished, 'ok'],
] as const)('opens a call that was not announced: $type', (draft, status) => {
  expect(parts(draft)).toMatchObject([{ kind: 'tool', callId: 'c', name: 'add', status }]);
});

it('takes an id that is used again as another call', () => {
  expect(parts(call, started, finished, call)).toMatchObject([{ status: 'ok' }, { status: 'called' }]);
});
