import { type Dialect, EXTENSION_KEY, type Frame, framesFor, type JsonObject, type Signal } from '@polywire/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { session } from '../generate.ts';
import { EPOCH, NUM_RUNS, PROPERTY_TIMEOUT_MS } from '../runs.ts';
import { encodeAll, plain, restoring, stamped, streamsOf } from '../wire.ts';

/** What every frame must be, so that it can be framed, shared and stamped without being encoded again. */
export function framesSuite(dialect: Dialect): void {
  const anyStream = fc.constantFrom(...streamsOf(dialect));
  const schemas = Object.values(dialect.wire.server);

  describe('frames', { timeout: PROPERTY_TIMEOUT_MS }, () => {
    it('are one line of well-formed JSON of the dialect, previews and greetings included', () => {
      fc.assert(
        fc.property(session(), anyStream, (events, stream) => {
          const encoder = dialect.server.encoder(stream);
          const frames = events.flatMap((event): Frame[] => [...encoder.push(event), ...encoder.preview()]);
          for (const { data } of [...dialect.server.greet(stream, EPOCH), ...frames]) {
            expect(data).toMatch(/^\{.*\}$/su);
            expect(data).not.toMatch(/[\n\r\p{Surrogate}]/u);
            const object = JSON.parse(data) as JsonObject;
            expect(
              schemas.some((schema) => schema.safeParse(object).success),
              data,
            ).toBe(true);
          }
        }),
        { numRuns: NUM_RUNS },
      );
    });

    it('stay what they are under a stamp', () => {
      fc.assert(
        fc.property(session(), anyStream, (events, stream) => {
          for (const frame of encodeAll(dialect, stream, events)) {
            const { [EXTENSION_KEY]: extension, ...rest } = JSON.parse(stamped(frame, restoring).data) as JsonObject;
            expect(rest).toEqual(JSON.parse(frame.data));
            expect(extension).toMatchObject({ cursor: `${frame.seq}.${frame.sub}` });
            expect(stamped(frame, plain).data).toBe(frame.data);
          }
        }),
        { numRuns: NUM_RUNS },
      );
    });

    it('tell a client where it is and when its turn is over', () => {
      fc.assert(
        fc.property(session(), anyStream, fc.constantFrom(plain, restoring), (events, stream, wants) => {
          const decoder = dialect.client.decoder(stream, { restores: wants.restore });
          for (const frame of framesFor(encodeAll(dialect, stream, events), wants)) {
            const signals: readonly Signal[] = decoder.push(stamped(frame, wants)).signals ?? [];
            const ended = signals.some(({ kind }) => kind === 'turn.ended');
            expect(ended, frame.data).toBe(frame.endsTurn === true);
            if (wants.cursor) {
              const { seq, sub } = frame;
              expect(signals).toContainEqual({ kind: 'cursor', cursor: { seq, sub } });
            }
          }
        }),
        { numRuns: NUM_RUNS },
      );
    });
  });
}
