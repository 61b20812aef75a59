import { expect, it } from 'vitest';
import type { Draft, FinalStatus } from '../events.ts';
import { emptyConversation } from './conversation.ts';
import { lastTurn, replay } from './replay.testing.ts';
import { canResume, isBusy } from './select.ts';

const accepted = (text: string, more: object = {}): Draft => ({ type: 'message.accepted', text, ...more });
const started = (runId: string, more: object = {}): Draft => ({ type: 'run.started', runId, ...more });
const finished = (runId: string, status: FinalStatus, more: object = {}): Draft => ({
  type: 'run.finished',
  runId,
  status,
  ...more,
});

it('shows a message as waiting until its run starts', () => {
  const waiting = replay([accepted('hi', { ref: 'q', by: 'eve', files: [{ name: 'a.txt' }] })]);
  expect(waiting.queued).toMatchObject([{ seq: 1, at: 100, text: 'hi', ref: 'q' }]);
  const running = replay([started('r', { input: 'hi', agentKind: 'react', model: 'm', agent: 'ada' })], waiting);
  expect(running.queued).toEqual([]);
  expect(lastTurn(running)).toMatchObject({
    seq: 2,
    at: 200,
    runId: 'r',
    agentKind: 'react',
    model: 'm',
    agent: 'ada',
    status: 'active',
    user: { seq: 1, text: 'hi', by: 'eve', files: [{ name: 'a.txt' }] },
  });
});

it.each([
  ['the client’s id', { ref: 'q2', input: 'x' }, 'b', ['a', 'c']],
  ['the words', { input: 'c' }, 'c', ['a', 'b']],
  ['the order', {}, 'a', ['b', 'c']],
])('takes the waiting message by %s', (_, how, text, left) => {
  const queued = [accepted('a', { ref: 'q1' }), accepted('b', { ref: 'q2' }), accepted('c', { ref: 'q3' })];
  const conversation = replay([...queued, started('r', how)]);
  expect(conversation.queued.map((message) => message.text)).toEqual(left);
  expect(lastTurn(conversation).user?.ref).toBe({ a: 'q1', b: 'q2', c: 'q3' }[text]);
});

it('takes the input for the user’s message where none was accepted', () => {
  expect(lastTurn(replay([started('r', { input: 'hi' })])).user).toMatchObject({ text: 'hi' });
  expect(lastTurn(replay([started('r')])).user).toBeUndefined();
});

it('can be let go on where it is paused, or asks because of a pause', () => {
  const can = (...statuses: ('active' | 'pausing' | 'paused' | 'awaiting_input')[]) =>
    canResume(replay([started('r'), ...statuses.map((status): Draft => ({ type: 'run.status', runId: 'r', status }))]));
  expect(can('pausing', 'paused')).toBe(true);
  expect(can('pausing', 'awaiting_input')).toBe(true);
  expect(can('awaiting_input')).toBe(false);
  expect(can('pausing', 'awaiting_input', 'active')).toBe(false);
  expect(can('pausing', 'paused', 'active', 'awaiting_input')).toBe(false);
});

it('follows the status of a run', () => {
  const status = (...drafts: Draft[]) => lastTurn(replay([started('r'), ...drafts])).status;
  expect(status({ type: 'run.status', runId: 'r', status: 'awaiting_input' })).toBe('awaiting_input');
  const recovered: Draft = { type: 'run.status', runId: 'r', status: 'active', reason: 'recovered' };
  expect(lastTurn(replay([started('r'), recovered])).reason).toBe('recovered');
  expect(status(finished('r', 'timed_out'))).toBe('timed_out');
  expect(status(finished('r', 'complete'), { type: 'run.status', runId: 'r', status: 'active' })).toBe('complete');
});

it('is busy while something moves without the user', () => {
  const busy = (...drafts: Draft[]) => isBusy(replay(drafts));
  expect(isBusy(emptyConversation)).toBe(false);
  expect(busy(started('r'))).toBe(true);
  expect(busy(started('r'), { type: 'run.status', runId: 'r', status: 'pausing' })).toBe(true);
  expect(busy(started('r'), { type: 'run.status', runId: 'r', status: 'paused' })).toBe(false);
  expect(busy(started('r'), finished('r', 'error'))).toBe(false);
});

it('tells how a run ended', () => {
  const end = { text: 'bye', reason: 'tired', durationMs: 7, usage: { input: 1, output: 2, total: 3 }, cost: 0.5 };
  expect(lastTurn(replay([started('r'), finished('r', 'stopped', end)]))).toMatchObject({
    status: 'stopped',
    answer: 'bye',
    reason: 'tired',
    endSeq: 2,
    endedAt: 200,
    durationMs: 7,
    usage: end.usage,
    cost: 0.5,
  });
});

it('sums what was spent, per run and in all', () => {
  const usage = (runId: string, input: number, output: number): Draft => ({
    type: 'usage',
    runId,
    input,
    output,
    total: input + output,
  });
  const conversation = replay([
    started('r1'),
    usage('r1', 10, 1),
    usage('r1', 20, 2),
    finished('r1', 'complete', { cost: 1 }),
    started('r2'),
    usage('r2', 5, 5),
    finished('r2', 'complete', { cost: 2, usage: { input: 100, output: 50, total: 150 } }),
  ]);
  expect(conversation.turns.toArray()).toMatchObject([
    { usage: { input: 30, output: 3, total: 33 }, cost: 1 },
    { usage: { input: 100, output: 50, total: 150 }, cost: 2 },
  ]);
  expect(conversation).toMatchObject({ usage: { input: 130, output: 53, total: 183 }, cost: 3 });
});

it('leaves nothing open when a run ends', () => {
  const open: Draft[] = [
    { type: 'reasoning.delta', runId: 'r', messageId: 'm', delta: 'hm' },
    { type: 'text.delta', runId: 'r', messageId: 'm', delta: 'He' },
    { type: 'tool.call', runId: 'r', callId: 'c', name: 't', args: {} },
    { type: 'input.requested', runId: 'r', inputId: 'i', kind: 'text' },
    { type: 'node.entered', runId: 'r', name: 'n' },
  ];
  const turn = lastTurn(replay([started('r'), ...open, finished('r', 'stopped')]));
  expect(turn.parts.toArray()).toMatchObject([
    { kind: 'reasoning', endedAt: 700 },
    { kind: 'text', done: true, interrupted: true },
    { kind: 'tool', status: 'unknown', endedAt: 700 },
    { kind: 'question', status: 'cancelled', resolvedAt: 700 },
  ]);
  expect(turn.nodes.toArray()).toMatchObject([{ exitedAt: 700 }]);
});

it('opens a turn for a run whose start was not seen', () => {
  const conversation = replay([
    { type: 'text.delta', runId: 'r', messageId: 'm', delta: 'x' },
    finished('r', 'complete'),
  ]);
  expect(conversation.turns.toArray()).toMatchObject([{ runId: 'r', status: 'complete', user: undefined }]);
});

it('puts what comes late into the run that it names', () => {
  const late: Draft = { type: 'notice', runId: 'r1', of: 'chart', text: 'late' };
  const conversation = replay([started('r1'), finished('r1', 'complete'), started('r2'), late]);
  expect(conversation.turns.toArray().map((turn) => turn.parts.length)).toEqual([1, 0]);
});
