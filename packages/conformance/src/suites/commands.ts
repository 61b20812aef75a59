import {
  type Command,
  type CommandType,
  commandTypes,
  type Dialect,
  type JsonObject,
  readDecision,
  refusalCodes,
} from '@polywire/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { command } from '../generate/commands.ts';
import { sendable, someText } from '../generate/texts.ts';
import { changeAt } from '../paths.ts';
import { readBySocketOrHttp } from '../route.ts';
import { NUM_RUNS, PROPERTY_TIMEOUT_MS } from '../runs.ts';
import { streamOf } from '../wire.ts';

/** What a client of the dialect can say arrives at a server of the dialect as it was meant. */
export function commandsSuite(dialect: Dialect): void {
  const { accepts, answers } = dialect.traits;
  const accepted = (...hows: string[]) => commandTypes.filter((type) => hows.includes(accepts[type].how));
  // A socket whose path names the session need not say it again.
  const inPath = dialect.endpoints.some(({ does, session }) => does === 'converse' && session === 'path');

  describe('commands', { timeout: PROPERTY_TIMEOUT_MS }, () => {
    for (const type of accepted('native', 'extension')) {
      it(`${type} arrives as it was sent`, () => {
        let sent = 0;
        fc.assert(
          fc.property(command(type), (original) => {
            const wire = dialect.client.encode(original);
            // Nobody has an answer to every call; what can be said must arrive.
            if (type === 'call' && wire.length === 0) return;
            sent += 1;
            const decoded = wire.map((one) => readBySocketOrHttp(dialect, one));
            expect(decoded.flatMap(({ issue }) => issue ?? [])).toEqual([]);
            const lost = [...(accepts[type].loses ?? []), ...(inPath ? ['session'] : [])];
            const values = decoded.flatMap(({ values }) => values);
            expect(values.map((value) => without(value, lost))).toEqual([without(original, lost)]);
          }),
          { numRuns: NUM_RUNS },
        );
        expect(sent).toBeGreaterThan(0);
      });
    }

    for (const type of accepted('dropped')) {
      it(`${type} cannot be said, and nothing is sent in its place`, () => {
        fc.assert(
          fc.property(command(type), (original) => {
            expect(dialect.client.encode(original)).toEqual([]);
          }),
          { numRuns: NUM_RUNS },
        );
      });
    }

    for (const { decision } of decisions.filter(({ kind }) => answers[kind] === 'next-message')) {
      it(`answers a question in words that mean ${decision}`, () => {
        fc.assert(
          fc.property(someText.map(sendable), (text) => {
            const wire = dialect.client.encode({ type: 'input.answer', session: 'session-1', decision, text });
            const [read] = wire.flatMap((one) => readBySocketOrHttp(dialect, one).values);
            // A client of ours may have a better way to say it than the dialect's own clients.
            if (read?.type === 'input.answer') return;
            const said = read?.type === 'message.send' ? read.text : expect.fail('no message');
            if (decision === 'reply') expect(said).toBe(text);
            else expect(readDecision(said)).toBe(decision);
          }),
          { numRuns: NUM_RUNS },
        );
      });
    }

    it('tells a refusal in a way that its own client understands', () => {
      fc.assert(
        fc.property(anyCommand, fc.constantFrom(...refusalCodes), (refused, code) => {
          const decoder = dialect.client.decoder(streamOf(dialect));
          const frames = dialect.server.answer(refused, { ok: false, error: { code, message: 'not now' } });
          expect(frames.flatMap((frame) => decoder.push(frame).issue ?? [])).toEqual([]);
        }),
        { numRuns: NUM_RUNS },
      );
    });

    it('has its own form for every frame of a client', () => {
      const schemas = Object.values(dialect.wire.client);
      fc.assert(
        fc.property(anyCommand, (original) => {
          for (const sent of dialect.client.encode(original)) {
            if (!('data' in sent)) continue;
            const frame = JSON.parse(sent.data) as JsonObject;
            expect(
              schemas.some((schema) => schema.safeParse(frame).success),
              sent.data,
            ).toBe(true);
          }
        }),
        { numRuns: NUM_RUNS },
      );
    });
  });
}

const decisions = [
  { decision: 'approve', kind: 'approval' },
  { decision: 'reject', kind: 'approval' },
  { decision: 'reply', kind: 'text' },
] as const;

const anyCommand = fc.oneof(...commandTypes.map((type: CommandType) => command(type)));

function without(value: Command, lost: readonly string[]): JsonObject {
  const copy = JSON.parse(JSON.stringify(value)) as JsonObject;
  for (const path of lost) changeAt(copy, path, () => undefined);
  return copy;
}
