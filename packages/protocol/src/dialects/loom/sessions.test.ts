import { expect, it } from 'vitest';
import type { Frame } from '../../dialect.ts';
import { type Draft, stampDraft } from '../../events.ts';
import { ndjsonReader, writeNdjson } from '../../framing/ndjson.ts';
import { loom } from './index.ts';
import { streamOf } from './testing.ts';

const ids = ['one', 'two'];

/** The same run ids on both sides: only the session tells them apart. */
function draftsOf(id: string): Draft[] {
  const message = { runId: 'r', messageId: 'm' };
  return [
    { type: 'run.started', runId: 'r', input: `to ${id}` },
    { type: 'node.entered', runId: 'r', name: 'think' },
    { type: 'message.started', ...message, role: 'assistant' },
    { type: 'text.delta', ...message, delta: 'I am ' },
    { type: 'text.delta', ...message, delta: id },
    { type: 'message.completed', ...message },
    { type: 'run.finished', runId: 'r', status: 'complete' },
  ];
}

function framesOf(id: string): readonly Frame[] {
  const encoder = loom.server.encoder(streamOf('ndjson', id));
  return draftsOf(id).flatMap((draft, i) => encoder.push(stampDraft(draft, i + 1, 0)));
}

function readAlone(id: string, frames: readonly Frame[]) {
  const decoder = loom.client.decoder(streamOf('ndjson', id));
  return [...frames.map((frame) => decoder.push(frame)), decoder.end()];
}

it('splits a stream of two sessions into two whole ones', () => {
  const [first, second] = ids.map(framesOf) as [readonly Frame[], readonly Frame[]];
  const mixed = first.flatMap((frame, i) => [frame, second[i] as Frame]);
  const { frames } = ndjsonReader({ maxChars: 10_000 }).push(new TextEncoder().encode(mixed.map(writeNdjson).join('')));
  expect(frames).toHaveLength(first.length + second.length);

  for (const id of ids) {
    const own = frames.filter((frame) => loom.client.sessionOf?.(frame) === id);
    const decoded = readAlone(id, own);
    expect(decoded).toEqual(readAlone(id, framesOf(id)));
    expect(decoded.flatMap(({ issue }) => issue ?? [])).toEqual([]);
    const drafts = decoded.flatMap(({ values }) => values);
    expect(drafts.flatMap((draft) => (draft.type === 'text.delta' ? draft.delta : [])).join('')).toBe(`I am ${id}`);
    expect(drafts.at(-1)).toMatchObject({ type: 'run.finished', status: 'complete' });
  }
});
