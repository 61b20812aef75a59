import { expect, it } from 'vitest';
import type { EncodedFrame, Encoder } from '../dialect.ts';
import { type Draft, type RunEvent, stampDraft } from '../events.ts';
import { bringing } from './bring.ts';
import { draftDecoder } from './draft-decoder.ts';
import { stampFrame } from './extension.ts';

const restoring = { cursor: false, restore: true };
const restores = { restores: true };

/** A wire that knows nothing but text and the end. */
const bare: Encoder = {
  push: ({ type, seq }) => (type === 'text.delta' || type === 'run.finished' ? [{ data: '{}', seq, sub: 0 }] : []),
  preview: () => [],
};

function frames(...drafts: Draft[]): EncodedFrame[] {
  const encoder = bringing(bare, () => '{"carrier":true}');
  return drafts.flatMap((draft, i) => [...encoder.push(stampDraft(draft, i + 1, 0))]);
}

const started: Draft = { type: 'run.started', runId: 'r' };
const message: Draft = { type: 'message.started', runId: 'r', messageId: 'm', role: 'assistant' };
const text: Draft = { type: 'text.delta', runId: 'r', messageId: 'm', delta: 'x' };
const completed: Draft = { type: 'message.completed', runId: 'r', messageId: 'm' };
const finished: Draft = { type: 'run.finished', runId: 'r', status: 'complete' };
const types = (brings: readonly RunEvent[] | undefined) => brings?.map(({ type }) => type);

it('gives the next frame what had none, in order and once', () => {
  const [first, second, third] = frames(started, message, text, text, completed, finished);
  expect(types(first?.brings)).toEqual(['run.started', 'message.started']);
  expect(second).not.toHaveProperty('brings');
  expect(types(third?.brings)).toEqual(['message.completed']);
});

it('holds nothing of another run or of none, so that a run is alike alone and in its session', () => {
  const queued: Draft = { type: 'message.accepted', text: 'next' };
  const alone = frames(started, message, text, finished);
  const within = frames(queued, { ...started, runId: 'cut' }, started, queued, message, text, finished, queued);
  expect(within.map(({ brings }) => types(brings))).toEqual(alone.map(({ brings }) => types(brings)));
});

it('sends a carrier when too many wait', () => {
  const outputs = Array.from({ length: 150 }, (): Draft => ({ type: 'custom', runId: 'r', value: 1 }));
  const sent = frames(started, ...outputs, finished);
  expect(sent.map(({ data, brings }) => [data, brings?.length])).toEqual([
    ['{"carrier":true}', 64],
    ['{"carrier":true}', 64],
    ['{}', 23],
  ]);
});

it('tells only clients that asked for it, before what the frame says', () => {
  const [frame] = frames(started, message, text) as [EncodedFrame];
  expect(stampFrame(frame, { cursor: false, restore: false })).toBe('{}');
  const decoder = draftDecoder('bare', { read: (_, out) => out.add(text) }, restores);
  const read = decoder.push({ data: stampFrame(frame, restoring) });
  expect(read.values.map(({ at: _, ...draft }) => draft)).toEqual([started, message, text]);
});

it('reads what is broken among them as nothing', () => {
  const data = '{"polywire":{"brings":[{"type":"run.started","seq":1,"at":0,"runId":"r"},{"type":"usage"},7]}}';
  const { values, issue } = draftDecoder('bare', { read: () => undefined }, restores).push({ data });
  expect(values).toMatchObject([started]);
  expect(issue).toBeUndefined();
});
