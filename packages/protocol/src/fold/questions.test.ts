import { expect, it } from 'vitest';
import type { Draft } from '../events.ts';
import { lastTurn, replay } from './replay.testing.ts';
import { openQuestion } from './select.ts';

const run: Draft = { type: 'run.started', runId: 'r' };
const ask = (inputId: string): Draft => ({
  type: 'input.requested',
  runId: 'r',
  inputId,
  kind: 'approval',
  prompt: 'May I?',
  callId: 'c',
  name: 'rm',
  args: { path: '/' },
  expiresAt: 9,
});
const answer = (inputId: string, more: object = {}): Draft => ({
  type: 'input.resolved',
  runId: 'r',
  inputId,
  outcome: 'approved',
  by: 'eve',
  ...more,
});
const parts = (...drafts: Draft[]) => lastTurn(replay([run, ...drafts])).parts.toArray();

it('shows what is asked and what was answered', () => {
  const asked = {
    kind: 'question',
    inputId: 'i',
    asks: 'approval',
    prompt: 'May I?',
    callId: 'c',
    args: { path: '/' },
  };
  expect(parts(ask('i'))).toMatchObject([{ ...asked, status: 'open', expiresAt: 9 }]);
  expect(parts(ask('i'), answer('i', { text: 'fine', args: { path: '/tmp' } }))).toMatchObject([
    { ...asked, status: 'approved', text: 'fine', editedArgs: { path: '/tmp' }, by: 'eve', resolvedAt: 300 },
  ]);
});

it('asks the oldest open question', () => {
  const open = (...drafts: Draft[]) => openQuestion(replay([run, ...drafts]))?.inputId;
  expect(open()).toBeUndefined();
  expect(open(ask('i'), ask('j'))).toBe('i');
  expect(open(ask('i'), ask('j'), answer('i'))).toBe('j');
  expect(open(ask('i'), ask('j'), answer('j'), answer('i'))).toBeUndefined();
  expect(open(ask('i'), { type: 'run.finished', runId: 'r', status: 'stopped' })).toBeUndefined();
});

it('counts the first answer', () => {
  const twice = parts(ask('i'), answer('i'), answer('i', { outcome: 'denied', by: 'bob' }));
  expect(twice).toMatchObject([{ status: 'approved', by: 'eve' }]);
});

it('keeps an answer to a question that was not seen', () => {
  expect(parts(answer('i'))).toMatchObject([{ kind: 'question', inputId: 'i', status: 'approved' }]);
});

it('does not leave a message waiting that was the answer', () => {
  const messages: Draft[] = [
    { type: 'message.accepted', text: 'yes', ref: 'q1' },
    { type: 'message.accepted', text: 'and then', ref: 'q2' },
  ];
  const conversation = replay([run, ask('i'), ...messages, answer('i', { ref: 'q1' })]);
  expect(conversation.queued).toMatchObject([{ text: 'and then' }]);
});
