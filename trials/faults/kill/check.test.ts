import { type Draft, type RunEvent, stampDraft } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { checkHistory } from './check.ts';
import { ROUNDS, textOf } from './worker.ts';

/** A history as it should be: one message, its run, all its texts and one tool. */
const drafts: Draft[] = [
  { type: 'message.accepted', text: 'do it', ref: 'm' },
  { type: 'run.started', runId: 'r', input: 'do it', ref: 'm' },
  ...Array.from({ length: ROUNDS }, (_, n): Draft[] => [
    { type: 'message.started', runId: 'r', messageId: `r.m${n}`, role: 'assistant' },
    { type: 'text.delta', runId: 'r', messageId: `r.m${n}`, delta: textOf(n) },
    { type: 'message.completed', runId: 'r', messageId: `r.m${n}` },
  ]).flat(),
  { type: 'tool.call', runId: 'r', callId: 'r.send0', name: 'send0', args: {} },
  { type: 'tool.started', runId: 'r', callId: 'r.send0', name: 'send0' },
  { type: 'tool.finished', runId: 'r', callId: 'r.send0', name: 'send0', outcome: 'ok', result: 'done' },
  { type: 'run.finished', runId: 'r', status: 'complete' },
];
const events = (all: readonly Draft[]): RunEvent[] => all.map((draft, i) => stampDraft(draft, i + 1, i));
const right = { events: events(drafts), sent: ['m'], acknowledged: new Set(['m']), stamps: ['r.send0'] };
const without = (type: Draft['type']) => events(drafts.filter((draft) => draft.type !== type));

it('is content with a history as it should be', () => {
  expect(checkHistory(right)).toBe(0);
});

it.each([
  ['a message that was lost', { events: [], stamps: [] }],
  ['a message that was run twice', { events: events([...drafts, ...drafts]) }],
  ['a message that was acknowledged and is not in the log', { events: without('message.accepted') }],
  ['a run without an end', { events: without('run.finished') }],
  ['a text that is not whole', { events: without('text.delta') }],
  ['a gap', { events: right.events.filter(({ seq }) => seq !== 4) }],
  ['a doubled event', { events: right.events.flatMap((event) => (event.seq === 4 ? [event, event] : [event])) }],
  ['a reordered event', { events: [...right.events].reverse() }],
  ['a tool that ran twice', { stamps: ['r.send0', 'r.send0'] }],
  ['a tool that has a result and never ran', { stamps: [] }],
  ['a tool that ran and is not in the log', { stamps: ['r.send0', 'r.send1'] }],
  ['a tool that was run again without leave', { stamps: ['r.send0', 'r.send0~'] }],
] as const)('finds %s', (_, wrong) => {
  expect(() => checkHistory({ ...right, ...wrong })).toThrow();
});

/** A run that was taken up so often, got nothing done and was ended for that. */
const parkedAfter = (recoveries: number) =>
  events([
    ...drafts.slice(0, 2),
    ...Array.from({ length: recoveries }, (): Draft => {
      return { type: 'run.status', runId: 'r', status: 'active', reason: 'recovered' };
    }),
    { type: 'error', runId: 'r', code: 'CRASHED', message: 'ended', fatal: true },
    { type: 'run.finished', runId: 'r', status: 'error' },
  ]);

it('counts a run that was parked after three deaths', () => {
  expect(checkHistory({ ...right, events: parkedAfter(2), stamps: [] })).toBe(1);
});

it.each([1, 3])('finds a run that was parked after %i recoveries', (recoveries) => {
  expect(() => checkHistory({ ...right, events: parkedAfter(recoveries), stamps: [] })).toThrow(/ended as error/);
});
