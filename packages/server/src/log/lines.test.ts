import type { RunEvent } from '@polywire/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countLines, type Kept, type Lines, LineWriter, readKept } from './lines.ts';

const words = fc.array(fc.constantFrom('a', '字', '🐉', '"', '\\', '\n', '7', '\ud83d'), { maxLength: 4 });

const step = fc.record({
  kind: fc.constantFrom('text.delta', 'text.delta', 'text.delta', 'reasoning.delta', 'run.status'),
  messageId: fc.constantFrom('m', 'm', 'n'),
  delta: words.map((units) => units.join('')),
  // Clocks are set back now and then.
  ms: fc.constantFrom(0, 1, 20, 1_234_567, -5),
  /** What follows is kept apart, and perhaps without what was before. */
  cut: fc.constantFrom('none', 'none', 'none', 'part', 'anew'),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

it('reads any part of what was kept, as it was', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), fc.nat(), fc.nat(), (steps, a, b) => {
      const events = eventsOf(steps);
      const first = 1 + (a % events.length);
      const last = first + (b % (events.length - first + 1));
      const kept = keptOf(steps, events);
      const found: [number, RunEvent][] = [];
      readKept(kept.from(first), first, last, (line, seq) => found.push([seq, JSON.parse(line)]));
      expect(found).toEqual(events.slice(first - 1, last).map((event) => [event.seq, event]));
      for (const { text, first, last } of kept.all) expect(countLines(text)).toBe(last - first + 1);
    }),
    { numRuns: 500 },
  );
});

it('tells nothing twice where what is kept overlaps', () => {
  const events = eventsOf(
    Array.from({ length: 6 }, (): Step => ({ kind: 'text.delta', messageId: 'm', delta: 'x', ms: 1, cut: 'none' })),
  );
  const part = (first: number, last: number): Kept => ({ first, last, text: written(events.slice(first - 1, last)) });
  const seqs: number[] = [];
  readKept([part(1, 4), part(3, 6)], 2, 6, (_, seq) => seqs.push(seq));
  expect(seqs).toEqual([2, 3, 4, 5, 6]);
});

function eventsOf(steps: readonly Step[]): RunEvent[] {
  let at = 10_000_000;
  return steps.map(({ kind, messageId, delta, ms }, i): RunEvent => {
    at += ms;
    const place = { seq: i + 1, at, runId: 'r' };
    if (kind === 'run.status') return { type: kind, status: 'active', ...place };
    return { type: kind as 'text.delta', messageId, delta, ...place };
  });
}

/** As a log keeps them: in parts, some of which can be read without those before. */
function keptOf(steps: readonly Step[], events: readonly RunEvent[]): { all: Kept[]; from(first: number): Kept[] } {
  const writer = new LineWriter();
  const all: Kept[] = [];
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
