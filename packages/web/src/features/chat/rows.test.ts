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

it('finds the row of a message by the event that began it', () => {
  const begins = (messageId: string): Draft => ({ type: 'message.started', runId: 'r', messageId, role: 'assistant' });
  const words = (messageId: string): Draft => ({ type: 'text.delta', runId: 'r', messageId, delta: 'words' });
  const thinks: Draft = { type: 'reasoning.delta', runId: 'r', messageId: 'b', delta: 'hm' };
  // 3 begins a, 5 begins b, whose words are the fourth row.
  const rows = rowsOf(run(begins('a'), words('a'), begins('b'), thinks, words('b'), call('c')).turns.toArray());
  expect([1, 3, 5, 99].map((seq) => rowAt(rows, seq))).toEqual([0, 1, 3, rows.length - 1]);
});
