import { type Draft, emptyConversation, fold, stampDraft } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { rowAt, rowsOf } from './rows.ts';

const run = (...drafts: Draft[]) =>
  [{ type: 'message.accepted', text: 'hi' } as Draft, { type: 'run.started', runId: 'r' } as Draft, ...drafts]
    .map((draft, i) => stampDraft(draft, i + 1, (i + 1) * 100))
    .reduce(fold, emptyConversation);
const text = (delta: string): Draft => ({ type: 'text.delta', runId: 'r', messageId: 'm', delta });
const call = (callId: string, messageId?: string): Draft => ({
  type: 'tool.call',
  runId: 'r',
  callId,
  name: 't',
  args: {},
  ...(messageId && { messageId }),
});
const done = (callId: string): Draft => ({
  type: 'tool.finished',
  runId: 'r',
  callId,
  name: 't',
  outcome: 'ok',
  result: 1,
});
const kinds = (...drafts: Draft[]) => rowsOf(run(...drafts).turns.toArray()).map(({ kind }) => kind);

it('shows what was asked, what came, and that it goes on or has ended', () => {
  expect(kinds(text('hello'))).toEqual(['user', 'part', 'waiting']);
  expect(kinds(text('hello'), { type: 'run.finished', runId: 'r', status: 'complete' })).toEqual([
    'user',
    'part',
    'end',
  ]);
});

it('puts calls side by side that were made together, and others one after another', () => {
  expect(kinds(call('a', 'm'), call('b', 'm'))).toEqual(['user', 'tools', 'waiting']);
  expect(kinds(call('a'), done('a'), call('b'), done('b'))).toEqual(['user', 'tools', 'tools', 'waiting']);
});

it('makes the rows of a turn once as long as it does not change', () => {
  const turns = run(text('hello')).turns.toArray();
  expect(rowsOf(turns)[1]).toBe(rowsOf(turns)[1]);
});

it('finds the row of an event', () => {
  const rows = rowsOf(run(text('hello'), call('a')).turns.toArray());
  expect([rowAt(rows, 1), rowAt(rows, 3), rowAt(rows, 99)]).toEqual([0, 1, 2]);
});
