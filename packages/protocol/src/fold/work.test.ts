import { expect, it } from 'vitest';
import type { Draft } from '../events.ts';
import { lastTurn, replay } from './replay.testing.ts';

const run = (runId: string): Draft[] => [{ type: 'run.started', runId }];
const end = (runId: string): Draft[] => [{ type: 'run.finished', runId, status: 'complete' }];
const list: Draft = {
  type: 'todo.list',
  runId: 'r1',
  listId: 'l',
  title: 'Trip',
  items: [
    { id: 'a', text: 'Pack', status: 'pending' },
    { id: 'b', text: 'Go', status: 'pending' },
  ],
};
const item = (itemId: string, index: number, more: object = {}): Draft => ({
  type: 'todo.item',
  listId: 'l',
  itemId,
  index,
  text: 'Pack',
  status: 'completed',
  ...more,
});

it('changes an item of a checklist in the turn where the list stands', () => {
  const before = replay([...run('r1'), list, ...end('r1'), ...run('r2')]);
  const after = replay([item('a', 0, { runId: 'r2', by: 'eve' })], before);
  expect(after.turns.get(0)?.parts.toArray()).toMatchObject([
    {
      kind: 'todo',
      title: 'Trip',
      by: 'eve',
      changedAt: 500,
      items: [
        { id: 'a', status: 'completed' },
        { id: 'b', status: 'pending' },
      ],
    },
  ]);
  expect(after.turns.get(1)).toBe(before.turns.get(1));
});

it('finds an item by its id when the index is off, and adds one that is new', () => {
  const conversation = replay([...run('r1'), list, item('b', 0, { text: 'Go!' }), item('c', 9, { text: 'Rest' })]);
  expect(lastTurn(conversation).parts.last).toMatchObject({
    items: [
      { id: 'a', text: 'Pack' },
      { id: 'b', text: 'Go!' },
      { id: 'c', text: 'Rest' },
    ],
  });
});

it('replaces a list that is sent again, where it stands', () => {
  const again: Draft = { type: 'todo.list', runId: 'r2', listId: 'l', items: [] };
  const conversation = replay([...run('r1'), list, ...end('r1'), ...run('r2'), again]);
  expect(conversation.turns.toArray().map((turn) => turn.parts.length)).toEqual([1, 0]);
  expect(conversation.turns.get(0)?.parts.toArray()).toMatchObject([{ title: 'Trip', items: [] }]);
});

it('opens a list that was not seen', () => {
  expect(lastTurn(replay([item('a', 3)]))).toMatchObject({ status: 'complete', runId: undefined });
  expect(lastTurn(replay([item('a', 3)])).parts.toArray()).toMatchObject([{ kind: 'todo', items: [{ id: 'a' }] }]);
});

const plan: Draft = {
  type: 'plan.proposed',
  runId: 'r1',
  planId: 'p',
  task: 'Fly',
  summary: 'How',
  steps: [
    { title: 'Run', agent: 'coder' },
    { title: 'Jump', details: 'high' },
  ],
};
const step = (index: number, title: string, progress: string): Draft => ({
  type: 'plan.step',
  runId: 'r1',
  planId: 'p',
  index,
  count: 3,
  title,
  progress,
});

it('follows the steps of a plan', () => {
  const conversation = replay([
    ...run('r1'),
    plan,
    step(0, 'Run', 'slow'),
    step(0, 'Run', 'fast'),
    step(1, 'Jump', 'now'),
  ]);
  expect(lastTurn(conversation).parts.toArray()).toMatchObject([
    {
      kind: 'plan',
      task: 'Fly',
      summary: 'How',
      count: 3,
      current: 1,
      edited: false,
      steps: [
        { title: 'Run', agent: 'coder', progress: 'fast' },
        { title: 'Jump', details: 'high', progress: 'now' },
      ],
    },
  ]);
});

it('keeps the progress of steps that an edit left alone', () => {
  const edited: Draft = { type: 'plan.edited', planId: 'p', steps: [{ title: 'Run' }, { title: 'Rest' }], by: 'eve' };
  expect(lastTurn(replay([...run('r1'), plan, step(0, 'Run', 'fast'), edited])).parts.last).toMatchObject({
    edited: true,
    by: 'eve',
    task: 'Fly',
    current: 0,
    steps: [{ title: 'Run', progress: 'fast' }, { title: 'Rest' }],
  });
});

it('opens a plan that was not seen, and is not filled by a wild index', () => {
  expect(lastTurn(replay([...run('r1'), step(1, 'Jump', 'x')])).parts.toArray()).toMatchObject([
    { kind: 'plan', steps: [{ title: '' }, { title: 'Jump' }], count: 3, current: 1 },
  ]);
  const wild = lastTurn(replay([...run('r1'), step(1e9, 'Jump', 'x')])).parts.last;
  expect(wild?.kind === 'plan' && wild.steps.length).toBe(1001);
});
