import { expect, it } from 'vitest';
import type { Draft, RunEvent } from '../events.ts';
import { fold } from '../fold.ts';
import { type Conversation, emptyConversation } from './conversation.ts';
import { logOf } from './replay.testing.ts';

// What an event costs, in steps rather than in time: every field and slot of the conversation that is read to fold it,
// and everything new that comes out.

const run: Draft = { type: 'run.started', runId: 'r' };
const text = (messageId: string): Draft => ({ type: 'text.delta', runId: 'r', messageId, delta: 'word ' });
const output = (callId: string): Draft => ({ type: 'tool.output', runId: 'r', callId, name: 't', text: 'x' });
const repeat = (count: number, make: (i: number) => readonly Draft[]) =>
  Array.from({ length: count }, (_, i) => make(i)).flat();
const after = (drafts: readonly Draft[]) => logOf(drafts).reduce(fold, emptyConversation);

/** Long sessions of one shape, and the event whose cost must not grow with them. */
const sessions: Record<string, { at: (count: number) => Conversation; sizes: [number, number]; next: Draft }> = {
  'messages of one run': {
    at: (count) =>
      after([
        run,
        ...repeat(count, (i) => [text(`m${i}`), { type: 'message.completed', runId: 'r', messageId: `m${i}` }]),
      ]),
    sizes: [500, 2_000],
    next: text('m499'),
  },
  'tool calls, all of them running': {
    at: (count) =>
      after([run, ...repeat(count, (i) => [{ type: 'tool.started', runId: 'r', callId: `c${i}`, name: 't' }])]),
    sizes: [1_250, 5_000],
    next: output('c1249'),
  },
  'chunks of a tool’s output': {
    at: (count) => after([run, ...repeat(count, () => [output('c')])]),
    sizes: [1_250, 5_000],
    next: output('c'),
  },
  runs: {
    at: (count) =>
      after([
        ...repeat(count, (i) => [
          { type: 'run.started', runId: `r${i}` },
          { type: 'run.finished', runId: `r${i}`, status: 'complete' },
        ]),
        run,
      ]),
    sizes: [500, 2_000],
    next: text('m'),
  },
};

/** Two more levels of 32 slots, in a list and in a lookup, are what four times the size may bring. */
const DEEPER = 2 * 2 * 32;

it.each(Object.entries(sessions))('reads and makes no more, however many %s there are', (_, { at, sizes, next }) => {
  const [small, large] = sizes.map((size) => costOf(at(size), next)) as [Cost, Cost];
  expect(large.reads).toBeLessThanOrEqual(small.reads + DEEPER);
  expect(large.made).toBeLessThanOrEqual(small.made + DEEPER);
  expect(Math.max(large.reads, large.made)).toBeLessThan(600);
});

it('costs exactly the same for the chunk after 10,000 and after 40,000', () => {
  const [small, large] = [10_000, 40_000].map((count) => after([run, ...repeat(count, () => [text('m')])]));
  expect(costOf(large as Conversation, text('m'))).toEqual(costOf(small as Conversation, text('m')));
});

interface Cost {
  /** Fields and slots that were read. */
  readonly reads: number;
  /** Fields and slots of all objects that are in the new version alone. */
  readonly made: number;
}

function costOf(conversation: Conversation, draft: Draft): Cost {
  const [event] = logOf([draft], conversation.seq) as [RunEvent];
  const counter = countReads(conversation);
  fold(counter.watched, event);
  return { reads: counter.reads(), made: slotsOf(fold(conversation, event), reachable(conversation)) };
}

/** `value` with every read of it, at any depth, counted. */
function countReads<T extends object>(value: T): { watched: T; reads: () => number } {
  let reads = 0;
  const known = new WeakMap<object, object>();
  const watch = <O extends object>(object: O): O => {
    const watched = known.get(object) ?? new Proxy(loose(object), { get: (_, key) => read(Reflect.get(object, key)) });
    known.set(object, watched);
    return watched as O;
  };
  const read = (inner: unknown) => {
    reads += 1;
    return typeof inner === 'object' && inner !== null ? watch(inner) : inner;
  };
  return { watched: watch(value), reads: () => reads };
}

/** A copy that nobody has frozen: a proxy may not show another value of what is. */
function loose<O extends object>(object: O): O {
  if (Array.isArray(object)) return [...object] as unknown as O;
  return Object.assign(Object.create(Object.getPrototypeOf(object)), object);
}

function reachable(root: object): Set<object> {
  const seen = new Set<object>([root]);
  for (const object of seen) {
    for (const inner of Object.values(object)) if (typeof inner === 'object' && inner !== null) seen.add(inner);
  }
  return seen;
}

function slotsOf(root: object, known: ReadonlySet<object>): number {
  let slots = 0;
  for (const object of reachable(root)) if (!known.has(object)) slots += Object.keys(object).length;
  return slots;
}
