import { expect, it } from 'vitest';
import type { Draft } from '../events.ts';
import { lastTurn, replay } from './replay.testing.ts';

const start: Draft[] = [
  { type: 'run.started', runId: 'r' },
  { type: 'message.started', runId: 'r', messageId: 'm', role: 'assistant', name: 'Ada', agent: 'writer' },
];
const text = (delta: string, messageId = 'm'): Draft => ({ type: 'text.delta', runId: 'r', messageId, delta });
const thought = (delta: string): Draft => ({ type: 'reasoning.delta', runId: 'r', messageId: 'm', delta });
const done: Draft = { type: 'message.completed', runId: 'r', messageId: 'm' };
const parts = (...drafts: Draft[]) => lastTurn(replay([...start, ...drafts])).parts.toArray();

it('joins the words of a message', () => {
  expect(parts(text('Hel'), text('lo'))).toMatchObject([
    {
      kind: 'text',
      seq: 3,
      at: 300,
      messageId: 'm',
      role: 'assistant',
      name: 'Ada',
      agent: 'writer',
      text: 'Hello',
      done: false,
    },
  ]);
  expect(parts(text('Hello'), done)).toMatchObject([{ text: 'Hello', done: true, interrupted: false }]);
});

it('says when a message was cut', () => {
  expect(parts(text('Hel'), { ...done, interrupted: true })).toMatchObject([{ done: true, interrupted: true }]);
});

it('puts thinking before the text that it led to, with its times', () => {
  const shown = parts(thought('hm'), thought('m'), { type: 'reasoning.done', runId: 'r', messageId: 'm' }, text('Yes'));
  expect(shown).toMatchObject([
    { kind: 'reasoning', text: 'hmm', at: 300, endedAt: 500 },
    { kind: 'text', text: 'Yes' },
  ]);
});

it('begins a new thought after one has ended', () => {
  const end: Draft = { type: 'reasoning.done', runId: 'r', messageId: 'm' };
  expect(parts(thought('a'), end, thought('b'), done)).toMatchObject([
    { kind: 'reasoning', text: 'a', endedAt: 400 },
    { kind: 'reasoning', text: 'b', endedAt: 600 },
  ]);
});

it('keeps two messages apart that are written at once', () => {
  const other: Draft = { type: 'message.started', runId: 'r', messageId: 'n', role: 'system' };
  expect(parts(text('a1'), other, text('b1', 'n'), text(' a2'), text(' b2', 'n'))).toMatchObject([
    { messageId: 'm', text: 'a1 a2' },
    { messageId: 'n', role: 'system', name: undefined, text: 'b1 b2' },
  ]);
});

it('replaces a text, also after its message ended', () => {
  const replaced: Draft = { type: 'text.replaced', runId: 'r', messageId: 'm', text: 'Right' };
  expect(parts(text('Wrong'), done, replaced)).toMatchObject([{ text: 'Right', corrected: true, done: true }]);
  expect(parts(text('Wrong'), replaced, text('!'))).toMatchObject([{ text: 'Right!' }]);
  expect(parts(replaced)).toMatchObject([{ kind: 'text', text: 'Right', corrected: true, done: false }]);
  expect(parts(done, replaced)).toMatchObject([{ kind: 'text', text: 'Right', done: true }]);
});

it('opens a message that was not announced', () => {
  expect(parts(text('?', 'x'))).toMatchObject([{ messageId: 'x', role: 'assistant', text: '?' }]);
  expect(parts({ ...done, messageId: 'x' }, { type: 'reasoning.done', runId: 'r', messageId: 'y' })).toEqual([]);
});

it('takes an id that is used again as another message', () => {
  const again: Draft = { type: 'message.started', runId: 'r', messageId: 'm', role: 'assistant' };
  expect(parts(text('one'), done, again, text('two'))).toMatchObject([
    { text: 'one', done: true },
    { text: 'two', done: false },
  ]);
});

it('takes the same id in another run as another message', () => {
  const conversation = replay([
    ...start,
    text('one'),
    done,
    { type: 'run.finished', runId: 'r', status: 'complete' },
    { type: 'run.started', runId: 'r2' },
    { type: 'text.delta', runId: 'r2', messageId: 'm', delta: 'two' },
  ]);
  expect(conversation.turns.toArray().map((turn) => turn.parts.toArray())).toMatchObject([
    [{ text: 'one' }],
    [{ text: 'two' }],
  ]);
});
