import { eventSchema, eventTypes, verify } from '@polywire/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { run, session } from '../src/index.ts';
import { PROPERTY_TIMEOUT_MS } from '../src/runs.ts';

it('makes legal sessions of well-formed events', () => {
  fc.assert(
    fc.property(session(), (events) => {
      expect(verify(events)).toBeUndefined();
      for (const event of events) expect(eventSchema.parse(event)).toEqual(event);
    }),
  );
});

it('ends every run', () => {
  fc.assert(
    fc.property(run(), (events) => {
      expect(events[0]?.type).toBe('run.started');
      expect(events.at(-1)?.type).toBe('run.finished');
    }),
  );
});

it('makes every type of event', { timeout: PROPERTY_TIMEOUT_MS }, () => {
  const made = new Set(
    fc.sample(session(), { numRuns: 500, seed: 1 }).flatMap((events) => events.map(({ type }) => type)),
  );
  expect(eventTypes.filter((type) => !made.has(type))).toEqual([]);
});

it('gives events of every type names of foreign wires', { timeout: PROPERTY_TIMEOUT_MS }, () => {
  const named = fc
    .sample(session(), { numRuns: 4000, seed: 1 })
    .flat()
    .filter(({ ext }) => ext !== undefined);
  const types = new Set(named.map(({ type }) => type));
  expect(eventTypes.filter((type) => !types.has(type))).toEqual([]);
});
