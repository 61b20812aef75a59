import { dialects, type RunEvent } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { Stretch } from '../log/stretch.ts';
import { PieceEncoder } from './piece-encoder.ts';

const stream = { id: 's', variant: '', utcOffsetMin: 0, locale: 'en', baseUrl: 'http://127.0.0.1:1' } as const;
const KIB = 1024;

it.each(dialects.map((dialect) => [dialect.name, dialect] as const))(
  '%s: a piece is no more than a socket buffers, and one frame, however large the events are',
  (_, dialect) => {
    const events: RunEvent[] = [
      { type: 'run.started', runId: 'r', seq: 1, at: 1 },
      { type: 'message.started', runId: 'r', messageId: 'm', role: 'assistant', seq: 2, at: 1 },
    ];
    for (let seq = 3; seq < 60; seq += 1) {
      events.push({ type: 'text.delta', runId: 'r', messageId: 'm', delta: 'x'.repeat(20 * KIB), seq, at: 1 });
    }
    const encoder = new PieceEncoder(dialect, { ...stream, variant: dialect.traits.variants[0] as string });
    const pieces = encoder.push(Stretch.ofEvents(1, events));
    const sizes = pieces.map(({ frames }) => frames.slice(0, -1).reduce((sum, { data }) => sum + data.length, 0));
    expect(Math.max(0, ...sizes)).toBeLessThan(64 * KIB);
  },
);
