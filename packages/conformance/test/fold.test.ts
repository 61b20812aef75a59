import { type Conversation, emptyConversation, fold, type Part, type RunEvent, type Turn } from '@polywire/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { run, session, stampAll } from '../src/index.ts';
import { NUM_RUNS, PROPERTY_TIMEOUT_MS } from '../src/runs.ts';

const cases = { numRuns: NUM_RUNS };
const share = fc.nat(1000).map((n) => n / 1000);

describe('fold', { timeout: PROPERTY_TIMEOUT_MS }, () => {
  it('is the same wherever the stream was cut, and whatever came twice', () => {
    fc.assert(
      fc.property(session(), share, share, (events, a, b) => {
        const resumedFrom = Math.floor(Math.min(a, b) * events.length);
        const cutAt = Math.floor(Math.max(a, b) * events.length);
        expect(play(events.slice(resumedFrom), play(events.slice(0, cutAt)))).toEqual(play(events));
      }),
      cases,
    );
  });

  it('alters nothing that it was given: an older version can be gone on from again', () => {
    fc.assert(
      fc.property(session(), session(), share, (events, others, part) => {
        const at = Math.floor(part * events.length);
        const rest = frozen(events.slice(at));
        const before = frozen(play(frozen(events.slice(0, at))));
        const after = play(rest, before);
        play(frozen(others.map((event) => ({ ...event, seq: event.seq + at }))), before);
        expect(play(rest, before)).toEqual(after);
      }),
      cases,
    );
  });

  it('shows the same however texts were cut into deltas', () => {
    fc.assert(
      fc.property(session(), share, (events, part) => {
        const split = stampAll(events.flatMap((event) => pieces(event, part)));
        expect(timeless(play(split))).toEqual(timeless(play(events)));
      }),
      cases,
    );
  });

  it('touches at most one turn and one part with each event of a legal session', () => {
    fc.assert(
      fc.property(session(), (events) => {
        events.reduce((before, event) => {
          const after = fold(before, event);
          if (event.type === 'history.rewound') return after;
          const turns = changed(before.turns, after.turns);
          expect(turns.length, event.type).toBeLessThanOrEqual(1);
          for (const [old, now] of turns) {
            if (old) expect(changed(old.parts, now.parts).length, event.type).toBeLessThanOrEqual(1);
          }
          return after;
        }, emptyConversation);
      }),
      cases,
    );
  });

  it('shows all that was said in a run, and leaves nothing open', () => {
    fc.assert(
      fc.property(run(), (events) => {
        const turn = play(events).turns.last as Turn;
        const texts = new Map(
          [...turn.parts].flatMap((part) => (part.kind === 'text' ? [[part.messageId, part.text]] : [])),
        );
        expect(texts).toEqual(textsOf(events));
        expect([...turn.parts].filter(isOpen)).toEqual([]);
        expect([...turn.nodes].filter((node) => node.exitedAt === undefined)).toEqual([]);
        expect(turn.questions).toEqual([]);
      }),
      cases,
    );
  });

  it('is back where it was after a rewind to the end of a run', () => {
    fc.assert(
      fc.property(session(), share, (all, part) => {
        const events = stampAll(all.filter((event) => event.type !== 'history.rewound'));
        const starts = events.filter((event) => event.type === 'run.started');
        const toSeq = (starts[Math.floor(part * starts.length)]?.seq ?? 1) - 1;
        const rewound = play(stampAll([...events, { type: 'history.rewound', toSeq }]));
        const then = play(events.slice(0, toSeq));
        for (const key of ['turns', 'state', 'update', 'checkpoint', 'checkpoints'] as const) {
          expect(rewound[key], key).toEqual(then[key]);
        }
        expect(rewound.branches.flatMap(({ turns }) => turns)).toEqual(
          play(events).turns.toArray().slice(then.turns.length),
        );
      }),
      cases,
    );
  });

  it('takes any events in any order', () => {
    const disorder = session().chain((events) =>
      fc.tuple(fc.shuffledSubarray([...events, ...events], { minLength: events.length }), fc.nat(100), fc.boolean()),
    );
    fc.assert(
      fc.property(disorder, ([events, toSeq, named]) => {
        const shuffled = events.map((event, i) => ({
          ...event,
          seq: i * 2 + 1,
          ...(event.type === 'history.rewound' && { toSeq }),
          ...(!named && { runId: undefined }),
        }));
        const conversation = play(shuffled as RunEvent[]);
        expect(conversation.seq).toBe(events.length * 2 - 1);
        expect(() => JSON.stringify(conversation)).not.toThrow();
      }),
      cases,
    );
  });
});

function play(events: readonly RunEvent[], from: Conversation = emptyConversation): Conversation {
  return events.reduce(fold, from);
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) frozen(inner);
  return value;
}

/** The same event as two, where its text may be cut. */
function pieces(event: RunEvent, part: number): RunEvent[] {
  if (event.type === 'tool.output') return halves(event.text, part).map((text) => ({ ...event, text }));
  if (!('delta' in event)) return [event];
  return halves(event.delta, part).map((delta) => ({ ...event, delta }));
}

function halves(text: string, part: number): [string, string] {
  const at = Math.floor(part * text.length);
  return [text.slice(0, at), text.slice(at)];
}

/** A conversation without places in the log and times, which move when an event becomes two. */
function timeless(conversation: Conversation): unknown {
  const { marks: _, ...shown } = conversation;
  return JSON.parse(JSON.stringify(shown), (key, value) => (/^(seq|at|endSeq|\w+At)$/.test(key) ? undefined : value));
}

/** Items that are not the same object as before, with what they were. */
function changed<T>(before: Iterable<T>, after: Iterable<T>): [T | undefined, T][] {
  const old = [...before];
  return [...after].flatMap((item, i) => (item === old[i] ? [] : [[old[i], item] as [T | undefined, T]]));
}

function textsOf(events: readonly RunEvent[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'text.delta') texts.set(event.messageId, (texts.get(event.messageId) ?? '') + event.delta);
    if (event.type === 'text.replaced') texts.set(event.messageId, event.text);
  }
  return texts;
}

function isOpen(part: Part): boolean {
  switch (part.kind) {
    case 'text':
      return !part.done;
    case 'reasoning':
      return part.endedAt === undefined;
    case 'tool':
      return part.endedAt === undefined;
    case 'question':
      return part.status === 'open';
    default:
      return false;
  }
}
