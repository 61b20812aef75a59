import { expect, it } from 'vitest';
import type { Draft } from '../../events.ts';
import { stampDraft, verify } from '../../index.ts';
import { nexus } from './index.ts';

const stream = { id: 's1', variant: 'plain', utcOffsetMin: 0, locale: 'en', baseUrl: 'http://127.0.0.1:1' } as const;

it('reads back what it wrote', () => {
  const drafts: Draft[] = [
    { type: 'run.started', runId: 'r', input: 'hi' },
    { type: 'message.started', runId: 'r', messageId: 'r.m1', role: 'assistant' },
    { type: 'text.delta', runId: 'r', messageId: 'r.m1', delta: 'hello' },
    { type: 'message.completed', runId: 'r', messageId: 'r.m1' },
    { type: 'run.finished', runId: 'r', status: 'complete' },
  ];
  const events = drafts.map((draft, i) => stampDraft(draft, i + 1, 0));
  expect(verify(events)).toBeUndefined();
  const encoder = nexus.server.encoder(stream);
  const frames = events.flatMap((event) => encoder.push(event));
  const decoder = nexus.client.decoder(stream);
  expect(frames.flatMap((frame) => decoder.push(frame).values)).toEqual(drafts);
});
