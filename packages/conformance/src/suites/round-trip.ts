import { isDeepStrictEqual } from 'node:util';
import {
  type Dialect,
  type Draft,
  type EventType,
  eventTypes,
  type Frame,
  type StreamInfo,
  verify,
  type Wants,
} from '@polywire/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparable } from '../compare.ts';
import { session, stampAll } from '../generate.ts';
import { EPOCH, NUM_RUNS, PROPERTY_TIMEOUT_MS } from '../runs.ts';
import { decodeAll, encodeAll, plain, restoring, stamped, streamsOf } from '../wire.ts';

/** What is encoded comes back: the same where the dialect says native, legal and without complaint in any case. */
export function roundTripSuite(dialect: Dialect): void {
  const anyStream = fc.constantFrom(...streamsOf(dialect));

  describe('round trip', { timeout: PROPERTY_TIMEOUT_MS }, () => {
    it('brings native events back as they were', () => {
      const sure = eventTypes.filter((type) => ['native', 'extension'].includes(dialect.traits.carries[type].how));
      fc.assert(
        fc.property(session(), anyStream, (events, stream) => {
          const frames = encodeAll(dialect, stream, events).map((frame) => stamped(frame, restoring));
          const drafts = read(dialect, stream, frames, restoring);
          for (const type of sure) expectSame(dialect, type, events, drafts);
        }),
        { numRuns: NUM_RUNS },
      );
    });

    it('restores degraded events or leaves them out, but never changes them', () => {
      const shaky = eventTypes.filter((type) => dialect.traits.carries[type].how === 'degraded');
      fc.assert(
        fc.property(session(), anyStream, (events, stream) => {
          const frames = encodeAll(dialect, stream, events).map((frame) => stamped(frame, restoring));
          const drafts = read(dialect, stream, frames, restoring);
          for (const type of shaky) expectSubsequence(dialect, type, events, drafts);
        }),
        { numRuns: NUM_RUNS },
      );
    });

    it('is legal and without complaint for a client that knows no extension', () => {
      fc.assert(
        fc.property(session(), anyStream, (events, stream) => {
          read(
            dialect,
            stream,
            encodeAll(dialect, stream, events).map((frame) => stamped(frame, plain)),
            plain,
          );
        }),
        { numRuns: NUM_RUNS },
      );
    });

    it('says the same with any of the previews', () => {
      const sure = eventTypes.filter((type) => dialect.traits.carries[type].how === 'native');
      fc.assert(
        fc.property(session(), anyStream, fc.array(fc.boolean(), { minLength: 1 }), (events, stream, shows) => {
          const encoder = dialect.server.encoder(stream);
          const frames = events.flatMap((event, i): Frame[] => [
            ...encoder.push(event).map((frame) => stamped(frame, restoring)),
            ...(shows[i % shows.length] ? encoder.preview() : []),
          ]);
          const drafts = read(dialect, stream, frames, restoring);
          for (const type of sure) expectSame(dialect, type, events, drafts);
        }),
        { numRuns: NUM_RUNS },
      );
    });
  });
}

/** The drafts of all frames. Our own frames must never be a reason to complain. */
function read(dialect: Dialect, stream: StreamInfo, frames: readonly Frame[], wants: Wants): Draft[] {
  const decoded = decodeAll(dialect, stream, frames, { at: EPOCH, restores: wants.restore });
  expect(decoded.flatMap(({ issue }) => issue ?? [])).toEqual([]);
  const drafts = decoded.flatMap(({ values }) => values);
  expect(verify(stampAll(drafts))).toBeUndefined();
  return drafts;
}

function expectSame(dialect: Dialect, type: EventType, sent: readonly Draft[], got: readonly Draft[]): void {
  const expected = comparable(sent, type, dialect.traits);
  const actual = comparable(got, type, dialect.traits);
  // What belongs to no run may come back as part of the one that was open.
  expected.forEach((event, i) => {
    if (!('runId' in event)) delete actual[i]?.runId;
  });
  expect(actual, type).toEqual(expected);
}

function expectSubsequence(dialect: Dialect, type: EventType, sent: readonly Draft[], got: readonly Draft[]): void {
  const rest = comparable(sent, type, dialect.traits).map(({ runId: _, ...event }) => event);
  for (const { runId: _, ...event } of comparable(got, type, dialect.traits)) {
    const at = rest.findIndex((candidate) => isDeepStrictEqual(candidate, event));
    expect(at, `${type} that was not sent, or twice: ${JSON.stringify(event)}`).toBeGreaterThanOrEqual(0);
    rest.splice(0, at + 1);
  }
}
