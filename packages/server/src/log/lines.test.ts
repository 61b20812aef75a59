import { EventWriter, isDelta, type RunEvent } from '@polywire/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countLines, type KeptText, type Lines, LineWriter } from './lines.ts';
import { Said } from './said.ts';
import { Stretch } from './stretch.ts';

const words = fc.array(fc.constantFrom('a', '字', '🐉', '"', '\\', '\n', '7', '\ud83d'), { maxLength: 4 });

/** Whoever is at the other end may call messages what he likes. */
const M = '"m\\字\ud83d';

const step = fc.record({
  kind: fc.constantFrom(
    'text.delta',
    'text.delta',
    'text.delta',
    'text.delta',
    'reasoning.delta',
    'run.status',
    'message.started',
    'text.replaced',
  ),
  messageId: fc.constantFrom(M, M, 'n'),
  delta: words.map((units) => units.join('')),
  // Clocks are set back now and then.
  ms: fc.constantFrom<number>(0, 1, 20, 1_234_567, -5),
  /** What follows is kept apart, and perhaps without what was before. */
  cut: fc.constantFrom('none', 'none', 'none', 'part', 'anew'),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** From the event `first` to the event `last`. */
const partOfWhatIsKept = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 60 }), fc.nat(), fc.nat())
  .map(([steps, a, b]) => {
    const events = eventsOf(steps);
    const first = 1 + (a % events.length);
    const last = first + (b % (events.length - first + 1));
    return { events, kept: keptOf(steps, events), first, last };
  });

it('reads any part of what was kept, as it was', () => {
  fc.assert(
    fc.property(partOfWhatIsKept, ({ events, kept, first, last }) => {
      expect(read(kept.from(first), first, last)).toEqual(events.slice(first - 1, last).map(asWritten));
      for (const { text, first, last } of kept.all) expect(countLines(text)).toBe(last - first + 1);
    }),
    { numRuns: 500 },
  );
});

it('tells what is kept in full of any part, and leaves out nothing but words', () => {
  fc.assert(
    fc.property(partOfWhatIsKept, ({ events, kept, first, last }) => {
      const wanted = events.slice(first - 1, last);
      const short = new Set(kept.all.flatMap(shortIn));
      const stretch = Stretch.ofKept(first, wanted.length, kept.from(first));
      expect(butWords(stretch)).toEqual(wanted.filter(({ seq }) => !short.has(seq)).map(asWritten));
      expect(wanted.filter(({ seq }) => short.has(seq)).every(isDelta)).toBe(true);
      expect(butWords(Stretch.ofEvents(first, wanted))).toEqual(wanted.map(asWritten));
    }),
    { numRuns: 500 },
  );
});

function butWords(stretch: Stretch): [number, string][] {
  const found: [number, string][] = [];
  stretch.eachButWords((line, seq) => found.push([seq, line]));
  return found;
}

/** Seqs of what is kept as its words alone. */
function shortIn({ first, text }: KeptText): number[] {
  return text.split('\n').flatMap((line, i) => (line.startsWith('{') ? [] : [first + i]));
}

it('gathers what messages say from any part of what was kept', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), fc.nat(), fc.nat(), (steps, a, b) => {
      const events = eventsOf(steps);
      const first = 1 + (a % events.length);
      const last = first + (b % (events.length - first + 1));
      const said = new Said([M, 'n', 'nobody']);
      said.read(Stretch.ofKept(first, last - first + 1, keptOf(steps, events).from(first)));
      const texts = [M, 'n', 'nobody'].map((id) =>
        events.slice(first - 1, last).reduce((text, event) => hear(id, text, event), ''),
      );
      expect([M, 'n', 'nobody'].map((id) => said.textOf(id))).toEqual(texts);
    }),
    { numRuns: 500 },
  );
});

function hear(id: string, said: string, event: RunEvent): string {
  if (!('messageId' in event) || event.messageId !== id) return said;
  if (event.type === 'text.delta') return said + event.delta;
  if (event.type === 'text.replaced') return event.text;
  return event.type === 'message.started' ? '' : said;
}

it('reads as many alike as there are, and times as large as there are', () => {
  const steps = Array.from({ length: 700 }, (_, i): Step => {
    const ms = i === 1 ? Number.MAX_SAFE_INTEGER : 0;
    return { kind: 'text.delta', messageId: M, delta: 'x', ms, cut: i % 10 === 0 ? 'part' : 'none' };
  });
  const events = eventsOf(steps, 0);
  const kept = keptOf(steps, events);
  expect(read(kept.all, 1, 700)).toEqual(events.map(asWritten));
  // Somewhere in between one can begin anew.
  expect(kept.from(690)[0]?.first).toBeGreaterThan(400);
  expect(read(kept.from(690), 690, 700)).toEqual(events.slice(689).map(asWritten));
});

it('says so where lines are missing', () => {
  const events = eventsOf(ALIKE);
  const part = (first: number, last: number): KeptText => ({
    first,
    last,
    text: written(events.slice(first - 1, last)),
  });
  const missing = (seq: number) =>
    expect.objectContaining({ code: 'DAMAGED', message: expect.stringContaining(`${seq}`) });
  expect(() => read([part(1, 2), part(4, 6)], 1, 6)).toThrow(missing(3));
  expect(() => read([{ ...part(1, 4), last: 6 }], 1, 6)).toThrow(missing(5));
  expect(() => read([{ ...part(1, 6), last: 4 }], 1, 6)).toThrow(missing(5));
  expect(() => read([], 1, 1)).toThrow(missing(1));
  expect(() => read([], 1, 0)).not.toThrow();
});

it('tells nothing twice where what is kept overlaps', () => {
  const events = eventsOf(ALIKE);
  const part = (first: number, last: number): KeptText => ({
    first,
    last,
    text: written(events.slice(first - 1, last)),
  });
  expect(read([part(1, 4), part(3, 6)], 2, 6)).toEqual(events.slice(1).map(asWritten));
});

const ALIKE = Array.from(
  { length: 6 },
  (): Step => ({ kind: 'text.delta', messageId: M, delta: 'x', ms: 1, cut: 'none' }),
);

function read(kept: readonly KeptText[], first: number, last: number): [number, string][] {
  const found: [number, string][] = [];
  Stretch.ofKept(first, last - first + 1, kept).eachLine((line, seq) => found.push([seq, line]));
  return found;
}

/** To the byte: a line is sent as it is. */
function asWritten(event: RunEvent): [number, string] {
  return [event.seq, new EventWriter().write(event)];
}

function eventsOf(steps: readonly Step[], start = 10_000_000): RunEvent[] {
  let at = start;
  return steps.map(({ kind, messageId, delta, ms }, i): RunEvent => {
    at += ms;
    const place = { seq: i + 1, at, runId: 'r' };
    if (kind === 'run.status') return { type: kind, status: 'active', ...place };
    if (kind === 'message.started') return { type: kind, messageId, role: 'assistant', ...place };
    if (kind === 'text.replaced') return { type: kind, messageId, text: delta, ...place };
    return { type: kind as 'text.delta', messageId, delta, ...place };
  });
}

/** As a log keeps them: in parts, some of which can be read without those before. */
function keptOf(
  steps: readonly Step[],
  events: readonly RunEvent[],
): { all: KeptText[]; from(first: number): KeptText[] } {
  const writer = new LineWriter();
  const all: KeptText[] = [];
  const anew: number[] = [];
  let lines: string[] = [];
  const close = (): void => {
    const last = (all.at(-1)?.last ?? 0) + lines.length;
    if (lines.length > 0) all.push({ first: last - lines.length + 1, last, text: lines.join('\n') });
    lines = [];
  };
  for (const [i, event] of events.entries()) {
    const cut = steps[i]?.cut;
    if (cut === 'part' || cut === 'anew') close();
    if (cut === 'anew') writer.startAnew();
    if (lines.length === 0 && writer.begin()) anew.push(all.length);
    writer.write(event, onto(lines));
  }
  close();
  return {
    all,
    from(first) {
      const at = all.findIndex(({ last }) => last >= first);
      return all.slice(anew.filter((index) => index <= at).at(-1) ?? 0);
    },
  };
}

function written(events: readonly RunEvent[]): string {
  const writer = new LineWriter();
  const lines: string[] = [];
  for (const event of events) writer.write(event, onto(lines));
  return lines.join('\n');
}

function onto(lines: string[]): Lines {
  return { addLine: (text, number) => void lines.push(`${text}${number ?? ''}`) };
}
