import { expect, it } from 'vitest';
import type { Draft } from '../events.ts';
import type { Conversation } from './conversation.ts';
import { replay } from './replay.testing.ts';
import { messagesOf, plainText } from './select.ts';

/** Five events: message.accepted, run.started, message.started, text.delta, run.finished. */
const turn = (n: number): Draft[] => [
  { type: 'message.accepted', text: `q${n}`, ref: `ref${n}` },
  { type: 'run.started', runId: `r${n}`, input: `q${n}`, ref: `ref${n}` },
  { type: 'message.started', runId: `r${n}`, messageId: 'm', role: 'assistant' },
  { type: 'text.delta', runId: `r${n}`, messageId: 'm', delta: `a${n}` },
  { type: 'run.finished', runId: `r${n}`, status: 'complete', cost: 1 },
];
const rewind = (toSeq: number): Draft => ({ type: 'history.rewound', toSeq });
const texts = (conversation: Conversation) => messagesOf(conversation).map((message) => message.text);
const line = ({ turns, state, checkpoint, checkpoints }: Conversation) => ({
  turns: turns.toArray(),
  state,
  checkpoint,
  checkpoints,
});

it('takes turns back and keeps them as a branch', () => {
  const before = replay([...turn(1), ...turn(2), ...turn(3)]);
  const after = replay([rewind(5)], before);
  expect(texts(after)).toEqual(['q1', 'a1']);
  expect(after.branches).toMatchObject([{ toSeq: 5, seq: 16, at: 1600, kept: 1 }]);
  expect(after.branches[0]?.turns).toEqual([before.turns.get(1), before.turns.get(2)]);
  expect(after.turns.get(0)).toBe(before.turns.get(0));
  expect([after.seq, after.cost]).toEqual([16, 3]);
});

it('goes on after a rewind, and may rewind again', () => {
  const conversation = replay([...turn(1), ...turn(2), rewind(5), ...turn(3), rewind(0), ...turn(4)]);
  expect(texts(conversation)).toEqual(['q4', 'a4']);
  expect(conversation.branches.map(({ turns }) => turns.map(plainText))).toEqual([['a2'], ['a1', 'a3']]);
  expect(conversation.branches.map(({ toSeq, kept }) => [toSeq, kept])).toEqual([
    [5, 1],
    [0, 0],
  ]);
});

it('rewinds to a turn that came after another rewind', () => {
  const conversation = replay([...turn(1), ...turn(2), rewind(5), ...turn(3), ...turn(4), rewind(16)]);
  expect(texts(conversation)).toEqual(['q1', 'a1', 'q3', 'a3']);
});

it('leaves messages alone that wait', () => {
  const waiting: Draft = { type: 'message.accepted', text: 'q3' };
  expect(texts(replay([...turn(1), ...turn(2), waiting, rewind(6)]))).toEqual(['q1', 'a1', 'q3']);
});

it('brings back what was then: checklists, state, checkpoints', () => {
  const first: Draft[] = [
    { type: 'run.started', runId: 'r1' },
    { type: 'todo.list', runId: 'r1', listId: 'l', items: [{ id: 'a', text: 'A', status: 'pending' }] },
    { type: 'state.snapshot', runId: 'r1', state: 1 },
    { type: 'checkpoint', runId: 'r1', checkpointId: 'k1' },
    { type: 'run.finished', runId: 'r1', status: 'complete' },
  ];
  const second: Draft[] = [
    { type: 'run.started', runId: 'r2' },
    { type: 'todo.item', runId: 'r2', listId: 'l', itemId: 'a', index: 0, text: 'A', status: 'completed' },
    { type: 'state.snapshot', runId: 'r2', state: 2 },
    { type: 'checkpoint', runId: 'r2', checkpointId: 'k2' },
  ];
  const before = replay(first);
  const after = replay([...second, rewind(5)], before);
  expect(line(after)).toEqual(line(before));
  expect(after.checkpoint?.checkpointId).toBe('k1');
});

it('cuts inside a turn: what had begun stays, what ran is stopped', () => {
  const drafts: Draft[] = [
    { type: 'run.started', runId: 'r' },
    { type: 'tool.call', runId: 'r', callId: 'c', name: 't', args: {} },
    { type: 'text.delta', runId: 'r', messageId: 'm', delta: 'later' },
    { type: 'run.finished', runId: 'r', status: 'complete' },
  ];
  const before = replay(drafts);
  const after = replay([rewind(2)], before);
  expect(after.turns.toArray()).toMatchObject([{ runId: 'r', status: 'stopped', endSeq: 5 }]);
  expect(after.turns.get(0)?.parts.toArray()).toMatchObject([{ kind: 'tool', status: 'unknown' }]);
  expect(after.branches).toMatchObject([{ kept: 0 }]);
  expect(after.branches[0]?.turns).toEqual([before.turns.get(0)]);
});

it('lets what still comes from a run that was taken back be', () => {
  const running = replay([...turn(1), { type: 'run.started', runId: 'r2' }, rewind(5)]);
  const late: Draft[] = [
    { type: 'todo.list', runId: 'r2', listId: 'l', items: [] },
    { type: 'run.finished', runId: 'r2', status: 'stopped' },
  ];
  expect(replay(late, running)).toEqual({ ...running, seq: 9 });
});

it('does nothing when there is nothing to take back', () => {
  const before = replay(turn(1));
  expect(replay([rewind(5)], before)).toEqual({ ...before, seq: 6 });
  expect(replay([rewind(99)], before)).toEqual({ ...before, seq: 6 });
  const running = replay([{ type: 'run.started', runId: 'r' }]);
  expect(replay([rewind(1)], running)).toEqual({ ...running, seq: 2 });
});

it('goes on with a branch, which is on the line again', () => {
  const before = replay([...turn(1), ...turn(2), rewind(5), ...turn(3)]);
  const back = replay([rewind(10)], before);
  expect(texts(back)).toEqual(['q1', 'a1', 'q2', 'a2']);
  expect(back.branches.map(({ kept, turns }) => [kept, turns.map(plainText)])).toEqual([[1, ['a3']]]);
  const on = replay([...turn(4), rewind(16)], back);
  expect(texts(on)).toEqual(['q1', 'a1', 'q3', 'a3']);
  expect(on.branches.map(({ kept, turns }) => [kept, turns.map(plainText)])).toEqual([[1, ['a2', 'a4']]]);
  expect(texts(replay([rewind(22)], on))).toEqual(['q1', 'a1', 'q2', 'a2', 'q4', 'a4']);
});

it('goes on from the middle of a branch, which keeps the rest', () => {
  const conversation = replay([...turn(1), ...turn(2), ...turn(3), rewind(0), ...turn(4), rewind(10)]);
  expect(texts(conversation)).toEqual(['q1', 'a1', 'q2', 'a2']);
  expect(conversation.branches.map(({ kept, turns }) => [kept, turns.map(plainText)])).toEqual([
    [2, ['a3']],
    [0, ['a4']],
  ]);
});

it('brings back with a branch what was then on it', () => {
  const list: Draft = {
    type: 'todo.list',
    runId: 'r2',
    listId: 'l',
    items: [{ id: 'a', text: 'A', status: 'pending' }],
  };
  const before = replay([
    ...turn(1),
    { type: 'run.started', runId: 'r2' },
    list,
    { type: 'run.finished', runId: 'r2', status: 'complete' },
  ]);
  const back = replay([rewind(5), ...turn(3), rewind(8)], before);
  expect(line(back)).toEqual(line(before));
  const ticked = replay(
    [{ type: 'todo.item', listId: 'l', itemId: 'a', index: 0, text: 'A', status: 'completed' }],
    back,
  );
  expect(ticked.turns.last?.parts.toArray()).toMatchObject([{ items: [{ status: 'completed' }] }]);
});
