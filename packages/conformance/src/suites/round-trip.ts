import { isDeepStrictEqual } from 'node:util';
import {
  type Dialect,
  type Draft,
  type EventType,
  eventTypes,
  type Frame,
  framesFor,
  type RunEvent,
  type StreamInfo,
  verify,
  type Wants,
} from '@polywire/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalRun } from '../canonical.ts';
import { comparable, isDegraded } from '../compare.ts';
import { session, stampAll } from '../generate.ts';
import { EPOCH, NUM_RUNS, PROPERTY_TIMEOUT_MS } from '../runs.ts';
import { greetsTurns } from '../watch.ts';
import { decodeAll, plain, restoring, sentFor, stamped, streamsOf } from '../wire.ts';

/** What is encoded comes back: the same where the dialect says native, legal and without complaint in any case. */
export function roundTripSuite(dialect: Dialect): void {
  const anyStream = fc.constantFrom(...streamsOf(dialect));

  describe('round trip', { timeout: PROPERTY_TIMEOUT_MS }, () => {
    it('brings native events back as they were', () => {
      const sure = eventTypes.filter((type) => ['native', 'extension'].includes(dialect.traits.carries[type].how));
      fc.assert(
        fc.property(session(), anyStream, (events, stream) => {
          const frames = sentFor(dialect, stream, events, restoring);
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
          const frames = sentFor(dialect, stream, events, restoring);
          const drafts = read(dialect, stream, frames, restoring);
          for (const type of shaky) expectSubsequence(dialect, type, events, drafts);
        }),
        { numRuns: NUM_RUNS },
      );
    });

    it('is legal and without complaint for a client that knows no extension', () => {
      fc.assert(
        fc.property(session(), anyStream, (events, stream) => {
          read(dialect, stream, sentFor(dialect, stream, events, plain), plain);
        }),
        { numRuns: NUM_RUNS },
      );
    });

    it('brings native events back to a client that knows no extension, while nothing is degraded', () => {
      const { carries } = dialect.traits;
      const native = eventTypes.filter((type) => carries[type].how === 'native');
      const undegraded = session({ without: (draft) => isDegraded(draft, dialect.traits) });
      fc.assert(
        fc.property(undegraded, anyStream, (events, stream) => {
          const drafts = read(dialect, stream, byTurns(dialect, stream, events), plain);
          for (const type of native) {
            const check = carries[type].partly ? expectSubsequence : expectSame;
            check(dialect, type, events, drafts, plain);
          }
        }),
        { numRuns: NUM_RUNS },
      );
    });

    for (const type of eventTypes.filter((type) => dialect.traits.carries[type].how === 'implied')) {
      it(`supplies ${type}, which is implied, to a client that restores`, () => {
        fc.assert(
          fc.property(session(), anyStream, (events, stream) => {
            const drafts = read(dialect, stream, sentFor(dialect, stream, events, restoring), restoring);
            expectSame(dialect, type, events, drafts);
          }),
          { numRuns: NUM_RUNS },
        );
      });

      if (dialect.traits.carries[type].partly) continue;
      it(`supplies ${type}, which is implied, to a client that knows no extension`, () => {
        for (const stream of streamsOf(dialect)) {
          const events = canonicalRun(type);
          const drafts = read(dialect, stream, byTurns(dialect, stream, events), plain);
          expectSame(dialect, type, events, drafts, plain);
        }
      });
    }

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

/** What a client of the dialect is sent that connects as its own front ends do. */
function byTurns(dialect: Dialect, stream: StreamInfo, events: readonly RunEvent[]): Frame[] {
  const greeting = greetsTurns(dialect, stream) ? dialect.server.greet(stream, EPOCH) : [];
  const encoder = dialect.server.encoder(stream);
  return events.flatMap((event): Frame[] => [
    ...(event.type === 'run.started' ? greeting : []),
    ...framesFor(encoder.push(event), plain),
  ]);
}

/** The drafts of all frames. Our own frames must never be a reason to complain. */
function read(dialect: Dialect, stream: StreamInfo, frames: readonly Frame[], wants: Wants): Draft[] {
  const decoded = decodeAll(dialect, stream, frames, { at: EPOCH, restores: wants.restore });
  expect(decoded.flatMap(({ issue }) => issue ?? [])).toEqual([]);
  const drafts = decoded.flatMap(({ values }) => values);
  expect(verify(stampAll(drafts))).toBeUndefined();
  return drafts;
}

function expectSame(
  dialect: Dialect,
  type: EventType,
  sent: readonly Draft[],
  got: readonly Draft[],
  wants: Wants = restoring,
): void {
  const expected = comparable(sent, type, dialect.traits, wants);
  const actual = comparable(got, type, dialect.traits, wants);
  // What belongs to no run may come back as part of the one that was open.
  expected.forEach((event, i) => {
    if (!('runId' in event)) delete actual[i]?.runId;
  });
  expect(actual, type).toEqual(expected);
}

function expectSubsequence(
  dialect: Dialect,
  type: EventType,
  sent: readonly Draft[],
  got: readonly Draft[],
  wants: Wants = restoring,
): void {
  const rest = comparable(sent, type, dialect.traits, wants).map(({ runId: _, ...event }) => event);
  for (const { runId: _, ...event } of comparable(got, type, dialect.traits, wants)) {
    const at = rest.findIndex((candidate) => isDeepStrictEqual(candidate, event));
    expect(at, `${type} that was not sent, or twice: ${JSON.stringify(event)}`).toBeGreaterThanOrEqual(0);
    rest.splice(0, at + 1);
  }
}
