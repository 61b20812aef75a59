import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { decoder } from './decode.ts';
import { completed, draftsOf, frame, stream, update } from './testing.ts';

afterEach(() => vi.restoreAllMocks());

const words = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '好', '\ud83d', '\ude00'), maxLength: 4 });
const block = fc.oneof(
  words.map((text) => ({ type: 'text' as const, text })),
  words.map((thinking) => ({ type: 'thinking' as const, thinking })),
  words.map((id) => ({ type: 'tool_use' as const, id, name: 'search', input: {} })),
);
const ids = fc.constantFrom('m', 'n', 'a');
const more = fc.record({ replaced: fc.boolean(), exact: fc.boolean(), metadata: words }, { requiredKeys: [] });
const content = fc.array(block, { maxLength: 3 });
const frames = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(ids, content, more).map((about) => update(...about)) },
  { weight: 1, arbitrary: fc.tuple(ids, content).map((about) => completed(...about)) },
  { weight: 1, arbitrary: fc.constant(frame('response_completed')) },
);
/** Where a frame is said again, with more in some of its strings. */
const growth = fc.array(fc.tuple(fc.nat(), words), { maxLength: 3 });

function grown({ data }: { data: string }, growths: readonly (readonly [number, string])[]): { data: string }[] {
  let now = data;
  return growths.map(([place, gain]) => {
    const ends = [...now.matchAll(/"(?=[\]},])/g)].map(({ index }) => index);
    const end = ends[place % ends.length] as number;
    now = now.slice(0, end) + JSON.stringify(gain).slice(1, -1) + now.slice(end);
    return { data: now };
  });
}

it('means the same whether or not it is read by what the frame before said', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(frames, growth), { maxLength: 8 }), (said) => {
      const all = said.flatMap(([first, growths]) => [first, ...grown(first, growths)]);
      const apart = all.map(({ data }, i) => ({ data: ' '.repeat(i) + data }));
      expect(draftsOf(all)).toEqual(draftsOf(apart));
    }),
    { numRuns: 2_000 },
  );
});

it('parses no more of a long text than what is new in it', () => {
  const reader = decoder(stream);
  const text = (length: number) => [{ type: 'text' as const, text: 'word '.repeat(length) }];
  reader.push(update('m', text(10_000)));
  const parse = vi.spyOn(JSON, 'parse');
  for (let n = 1; n <= 100; n += 1) reader.push(update('m', text(10_000 + n)));
  const parsed = parse.mock.calls.reduce((sum, [json]) => sum + json.length, 0);
  expect(parsed).toBeLessThan(100 * 'word '.length * 2);
});
