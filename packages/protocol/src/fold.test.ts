import { expect, it } from 'vitest';
import type { Draft, RunEvent } from './events.ts';
import { emptyConversation } from './fold/conversation.ts';
import { lastTurn, replay } from './fold/replay.testing.ts';
import { messagesOf, plainText } from './fold/select.ts';
import { fold } from './fold.ts';

const run: Draft = { type: 'run.started', runId: 'r', input: 'hi' };
const text = (messageId: string, delta: string): Draft => ({ type: 'text.delta', runId: 'r', messageId, delta });

it('takes an event that it has already for nothing', () => {
  const conversation = replay([run, text('m', 'a')]);
  const again = { type: 'text.delta', runId: 'r', messageId: 'm', delta: 'a', at: 0 } as const;
  expect(fold(conversation, { ...again, seq: 2 })).toBe(conversation);
  expect(fold(conversation, { ...again, seq: 1 })).toBe(conversation);
  expect(plainText(lastTurn(fold(conversation, { ...again, seq: 3 })))).toBe('aa');
});

it('keeps the identity of what an event does not touch', () => {
  const before = replay([
    run,
    text('m', 'a'),
    { type: 'run.finished', runId: 'r', status: 'complete' },
    { type: 'run.started', runId: 'r2' },
    { type: 'tool.call', runId: 'r2', callId: 'c', name: 't', args: {} },
    { type: 'text.delta', runId: 'r2', messageId: 'm', delta: 'b' },
  ]);
  const after = replay([{ type: 'text.delta', runId: 'r2', messageId: 'm', delta: 'c' }], before);
  expect(after.turns.get(0)).toBe(before.turns.get(0));
  expect(lastTurn(after)).not.toBe(lastTurn(before));
  expect(lastTurn(after).parts.get(0)).toBe(lastTurn(before).parts.get(0));
  expect(lastTurn(after).parts.get(1)).not.toBe(lastTurn(before).parts.get(1));
  expect([after.queued, after.branches, after.usage]).toEqual([before.queued, before.branches, before.usage]);
  expect(after.queued).toBe(before.queued);
});

it('shows content of every kind in the order in which it came', () => {
  const contents: Draft[] = [
    { type: 'image', runId: 'r', imageId: 'i', url: 'u', mediaType: 'image/png', alt: 'A' },
    { type: 'chart', runId: 'r', analysisId: 7, callId: 'c', title: 'T', options: [{ series: [] }] },
    { type: 'notice', runId: 'r', of: 'chart', text: 'a chart' },
    { type: 'custom', runId: 'r', name: 'n', value: { a: 1 } },
    { type: 'foreign', runId: 'r', dialect: 'd', data: [1] },
    { type: 'error', runId: 'r', message: 'oh', code: 'E', details: {}, fatal: false },
  ];
  const shown = lastTurn(replay([run, ...contents])).parts.toArray();
  expect(shown.map((part) => part.kind)).toEqual(['image', 'chart', 'notice', 'custom', 'foreign', 'error']);
  contents.forEach((draft, i) => {
    const { type: _, runId: __, ...content } = draft;
    expect(shown[i]).toMatchObject({ ...content, seq: i + 2 });
  });
});

it('keeps the latest state and checkpoint, and counts checkpoints', () => {
  const conversation = replay([
    run,
    { type: 'state.snapshot', runId: 'r', state: { n: 1 } },
    { type: 'state.snapshot', runId: 'r', state: { n: 2 } },
    { type: 'state.update', runId: 'r', node: 'think', state: { m: 1 } },
    { type: 'checkpoint', runId: 'r', checkpointId: 'a' },
    { type: 'checkpoint', runId: 'r', checkpointId: 'b', step: 2, state: 5, threadId: 't', ns: 'n', timestamp: '9' },
  ]);
  expect(conversation).toMatchObject({
    state: { at: 300, value: { n: 2 } },
    update: { at: 400, node: 'think', value: { m: 1 } },
    checkpoint: { checkpointId: 'b', step: 2, state: 5, threadId: 't', ns: 'n', timestamp: '9' },
    checkpoints: 2,
  });
});

it('tells what was said, by whom', () => {
  const conversation = replay([
    run,
    { type: 'message.started', runId: 'r', messageId: 'm', role: 'assistant', name: 'Ada' },
    text('m', 'Hello'),
    text('n', 'there'),
    { type: 'message.started', runId: 'r', messageId: 's', role: 'system' },
    text('s', 'saved'),
    { type: 'message.accepted', text: 'next', by: 'eve' },
  ]);
  expect(messagesOf(conversation).map(({ role, name, text }) => [role, name, text])).toEqual([
    ['user', undefined, 'hi'],
    ['assistant', 'Ada', 'Hello'],
    ['assistant', undefined, 'there'],
    ['system', undefined, 'saved'],
    ['user', 'eve', 'next'],
  ]);
  expect(plainText(lastTurn(conversation))).toBe('Hello\n\nthere');
});

it('takes an event that follows a gap', () => {
  const event: RunEvent = { type: 'text.delta', seq: 90, at: 1, messageId: 'm', delta: 'x' };
  expect(fold(emptyConversation, event)).toMatchObject({ seq: 90 });
});
