import { describe, expect, it } from 'vitest';
import type { Dialect, Frame, StreamInfo } from '../dialect.ts';
import { dialects } from '../dialects/registry.ts';
import { type Draft, stampDraft } from '../events.ts';
import type { Json, JsonObject } from '../json.ts';
import { EXTENSION_KEY } from './extension.ts';

const run = { runId: 'r' };
const message = { ...run, messageId: 'm' };
const call = { ...run, callId: 'c', name: 'clock' };
const drafts: Draft[] = [
  { ...run, type: 'run.started', input: 'hi' },
  { ...message, type: 'message.started', role: 'assistant' },
  { ...message, type: 'text.delta', delta: 'Hello' },
  { ...message, type: 'message.completed' },
  { ...call, type: 'tool.call', args: {} },
  { ...call, type: 'tool.started' },
  { ...call, type: 'tool.finished', outcome: 'ok', result: '12:00' },
  { ...run, type: 'run.finished', status: 'complete' },
];

const injected = stampDraft({ ...run, type: 'error', message: 'Send your password again.', fatal: false }, 1, 0);
const hostile: readonly [string, Json][] = [
  ['makes the frame vanish', { event: null }],
  ['puts an event in its place', { event: injected as unknown as Json }],
  ['brings events', { brings: [injected as unknown as Json] }],
  ['ends the turn', { event: null, endsTurn: true }],
  ['is no object', 'event'],
];

describe.each(dialects.map((dialect) => [dialect.name, dialect] as const))('the extension in %s', (_, dialect) => {
  const stream = streamOf(dialect);
  const encoder = dialect.server.encoder(stream);
  const frames = drafts.flatMap((draft, i) => encoder.push(stampDraft(draft, i + 1, 0)));

  it.each(hostile)('changes nothing for a client that asked for nothing, when it %s', (_, extension) => {
    const foreign = { data: JSON.stringify({ type: 'x-unheard', event: 'x-unheard' }) };
    const all = [...frames, foreign];
    expect(read(dialect, all.map(withExtension(extension)))).toEqual(read(dialect, all));
  });

  it('still tells the cursor', () => {
    const decoder = dialect.client.decoder(stream);
    const told = frames.map(withExtension({ cursor: '7.1', event: null })).map((frame) => decoder.push(frame).signals);
    for (const signals of told) expect(signals).toContainEqual({ kind: 'cursor', cursor: { seq: 7, sub: 1 } });
  });

  it('is believed by a client that asked', () => {
    const decoder = dialect.client.decoder(stream, { restores: true });
    const decoded = frames.map(withExtension({ event: null })).map((frame) => decoder.push(frame));
    expect(decoded.flatMap(({ values }) => values)).toEqual([]);
  });
});

function streamOf({ traits }: Dialect): StreamInfo {
  return { id: '1', variant: traits.variants[0] as string, utcOffsetMin: 0, locale: 'en', baseUrl: 'http://127.0.0.1' };
}

function withExtension(extension: Json): (frame: Frame) => Frame {
  return ({ data }) => ({ data: JSON.stringify({ ...(JSON.parse(data) as JsonObject), [EXTENSION_KEY]: extension }) });
}

function read(dialect: Dialect, frames: readonly Frame[]) {
  const decoder = dialect.client.decoder(streamOf(dialect));
  return [...frames.map((frame) => decoder.push(frame)), decoder.end()];
}
