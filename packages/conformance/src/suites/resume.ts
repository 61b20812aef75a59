import { type Dialect, type EncodedFrame, isAfter, type RunEvent } from '@polywire/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { session } from '../generate.ts';
import { NUM_RUNS, PROPERTY_TIMEOUT_MS } from '../runs.ts';
import { encodeAll, streamsOf } from '../wire.ts';

/** The same log gives the same frames: from its start, from a run's start, and from any cursor on. */
export function resumeSuite(dialect: Dialect): void {
  const anyStream = fc.constantFrom(...streamsOf(dialect));

  describe('resume', { timeout: PROPERTY_TIMEOUT_MS }, () => {
    it('encodes alike every time, and leaves its events alone', () => {
      fc.assert(
        fc.property(session(), anyStream, (events, stream) => {
          const frames = encodeAll(dialect, stream, events.map(frozen));
          expect(encodeAll(dialect, stream, events)).toEqual(frames);
        }),
        { numRuns: NUM_RUNS },
      );
    });

    it('has cursors that count up: each event from sub 0, without gaps', () => {
      fc.assert(
        fc.property(session(), anyStream, (events, stream) => {
          const encoder = dialect.server.encoder(stream);
          for (const event of events) {
            const cursors = encoder.push(event).map(({ seq, sub }) => ({ seq, sub }));
            expect(cursors).toEqual(cursors.map((_, sub) => ({ seq: event.seq, sub })));
          }
        }),
        { numRuns: NUM_RUNS },
      );
    });

    it('encodes a run alone as within its session, so that any cursor gives the rest', () => {
      fc.assert(
        fc.property(session(), anyStream, fc.nat(), (events, stream, choice) => {
          const all = encodeAll(dialect, stream, events);
          if (all.length === 0) return;
          const at = choice % all.length;
          const seen = all[at] as EncodedFrame;
          const replayed = encodeAll(dialect, stream, events.slice(runStart(events, seen.seq)));
          expect(replayed.filter((frame) => isAfter(frame, seen))).toEqual(all.slice(at + 1));
        }),
        { numRuns: NUM_RUNS },
      );
    });
  });
}

/** Index of the run.started at or before `seq`; the log's start where there is none. */
function runStart(events: readonly RunEvent[], seq: number): number {
  const before = events.filter((event) => event.seq <= seq).map(({ type }) => type);
  return Math.max(before.lastIndexOf('run.started'), 0);
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}
