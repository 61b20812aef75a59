import { type Draft, type RunEvent, stampDraft } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { isApproved } from './check.ts';

const about = { runId: 'r', callId: 'r.c' };
const decided = (outcome: 'approved' | 'denied'): RunEvent[] => {
  const drafts: Draft[] = [
    { type: 'tool.call', ...about, name: 't', args: {} },
    { type: 'input.resolved', runId: 'r', inputId: 'r.c.approval', outcome },
    ...(outcome === 'approved' ? [{ type: 'tool.started', ...about, name: 't' } as const] : []),
    { type: 'tool.finished', ...about, name: 't', outcome: outcome === 'approved' ? 'ok' : 'denied', result: '' },
  ];
  return drafts.map((draft, i) => stampDraft(draft, i + 1, i));
};
const yes = { events: decided('approved'), told: ['approved by me', 'approved'], stamps: ['r.c', 'r.d'] };
const no = { events: decided('denied'), told: ['denied', 'denied by me'], stamps: ['r.d'] };

it('is content where the tool ran as was decided', () => {
  expect(isApproved('t', yes)).toBe(true);
  expect(isApproved('t', no)).toBe(false);
});

it.each([
  ['a tool that ran twice for one approval', { ...yes, stamps: ['r.c', 'r.c'] }],
  ['a tool that never ran', { ...yes, stamps: [] }],
  ['a tool that ran although it was denied', { ...no, stamps: ['r.c'] }],
  ['a run that the log has twice', { ...yes, events: [...yes.events, ...yes.events] }],
  ['two who were told that it was them', { ...yes, told: ['approved by me', 'approved by me'] }],
  ['somebody who was told something else', { ...yes, told: ['approved by me', 'denied'] }],
])('finds %s', (_, wrong) => {
  expect(() => isApproved('t', wrong)).toThrow();
});
