import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { decoder } from './decode.ts';
import { completed, draftsOf, frame, message, stream, update } from './testing.ts';

afterEach(() => vi.restoreAllMocks());

const words = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '好', '\ud83d', '\ude00'), maxLength: 4 });
const image = (url: string) => ({ type: 'image' as const, source: { type: 'url' as const, url } });
const block = fc.oneof(
  { weight: 3, arbitrary: words.map((text) => ({ type: 'text' as const, text })) },
  words.map((thinking) => ({ type: 'thinking' as const, thinking })),
  words.map((id) => ({ type: 'tool_use' as const, id, name: 'search', input: {} })),
  words.map(image),
);
const ids = fc.constantFrom('m', 'n', 'a', '~1.1');
const more = fc.record({ replaced: fc.boolean(), exact: fc.boolean(), metadata: words }, { requiredKeys: [] });
const content = fc.array(block, { maxLength: 3 });
const sessions = fc.constantFrom('s', 's', 's', 's', 't');
const messages = fc.tuple(ids, content, more);
const told = (messageId: string) => [
  { type: 'text.delta', seq: 1, at: 1, runId: 'r', messageId, delta: 'told' },
  { type: 'message.completed', seq: 1, at: 1, runId: 'r', messageId },
  { type: 'run.finished', seq: 1, at: 1, runId: 'r', status: 'complete' },
];
const event = ids.chain((id) => fc.constantFrom(...told(id)));
const extension = fc.oneof(
  fc.record({ cursor: fc.constant('3.1'), brings: fc.array(event, { maxLength: 1 }) }, { requiredKeys: [] }),
  fc.record({ event: fc.option(event), endsTurn: fc.boolean() }, { requiredKeys: ['event'] }),
  fc.constant('broken'),
);
const plain = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.tuple(messages, sessions).map(([it, id]) => frame('message_update', message(...it), id)),
  },
  { weight: 2, arbitrary: messages.map((it) => frame('message_completed', message(...it))) },
  { weight: 1, arbitrary: fc.constant(frame('response_completed')) },
  { weight: 1, arbitrary: sessions.map((id) => frame('status', { hint: 'connected' }, id)) },
  { weight: 1, arbitrary: fc.constant(frame('error', { hint: 'no' })) },
);
const frames = fc.tuple(plain, fc.option(extension, { freq: 6 })).map(([{ data }, polywire]) => {
  return polywire === null ? { data } : extended({ data }, polywire);
});
/** Where a frame is said again, with more in some of its strings. */
const growth = fc.array(fc.tuple(fc.nat(), words), { maxLength: 3 });

function extended({ data }: { data: string }, polywire: unknown): { data: string } {
  return { data: JSON.stringify({ ...JSON.parse(data), polywire }) };
}

function grown({ data }: { data: string }, growths: readonly (readonly [number, string])[]): { data: string }[] {
  let now = data;
  return growths.map(([place, gain]) => {
    const ends = [...now.matchAll(/"(?=[\]},])/g)].map(({ index }) => index);
    const end = ends[place % ends.length] as number;
    now = now.slice(0, end) + JSON.stringify(gain).slice(1, -1) + now.slice(end);
    return { data: now };
  });
}

/** As many rows at a time as `width`, their frames by turns. */
function byTurns<T>(rows: readonly (readonly T[])[], width: number): T[] {
  const found: T[] = [];
  for (let at = 0; at < rows.length; at += width) {
    const group = rows.slice(at, at + width);
    for (let i = 0; i < Math.max(...group.map(({ length }) => length)); i += 1) {
      for (const row of group) found.push(...row.slice(i, i + 1));
    }
  }
  return found;
}

it('means the same whether or not it is read by what a frame before said', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(frames, growth), { maxLength: 8 }),
      fc.integer({ min: 1, max: 3 }),
      fc.boolean(),
      (said, width, restores) => {
        const rows = said.map(([first, growths]) => [first, ...grown(first, growths)]);
        const all = byTurns(rows, width);
        const apart = all.map(({ data }, i) => ({ data: ' '.repeat(i) + data }));
        const [reader, careful] = [decoder(stream, { restores }), decoder(stream, { restores })];
        expect([...all.map((one) => reader.push(one)), reader.end()]).toEqual([
          ...apart.map((one) => careful.push(one)),
          careful.end(),
        ]);
      },
    ),
    { numRuns: 2_000 },
  );
});

it.each([
  ['all words', ['word']],
  ['no words', []],
])('says nothing of a picture that has a text beside it, where %s were said before', (_, said) => {
  const before = said.map((text) => update('~1.1', [{ type: 'text', text }]));
  const shown = (text: string) => update('~1.1', [{ type: 'text', text }, image('http://x/y.png')]);
  for (const text of ['word', 'other']) {
    expect(draftsOf([...before, shown(text), shown(`${text} more`)])).toEqual(draftsOf(before));
  }
});

it('tells the place of each frame, also of one with more words', () => {
  const reader = decoder(stream);
  const signals = ['word', 'words', 'words and'].map(
    (text) => reader.push(extended(shown(text), { cursor: '7' })).signals,
  );
  expect(signals.map((all = []) => all.some(({ kind }) => kind === 'cursor'))).toEqual([true, true, true]);
});

it('expects nothing more of a session that it is no longer of', () => {
  const reader = decoder(stream);
  reader.push(update('m', [{ type: 'text', text: 'word' }]));
  reader.push(frame('status', { hint: 'connected' }, 't'));
  const { values, signals } = reader.push(update('m', [{ type: 'text', text: 'words' }]));
  expect([values, signals]).toEqual([[], [expect.objectContaining({ kind: 'elsewhere' })]]);
});

it.each([
  ['its message was ended', [{ type: 'message.completed', messageId: 'm' }]],
  [
    'another run has a message of its name',
    [
      { type: 'run.finished', status: 'complete' },
      { type: 'run.started', runId: 'q' },
      { type: 'message.started', runId: 'q', messageId: 'm', role: 'assistant' },
    ],
  ],
])('reads a frame in full where %s beside another', (_, events) => {
  const brings = events.map((event) => ({ runId: 'r', seq: 1, at: 1, ...event }));
  const status = frame('status', { hint: '' });
  const begun = extended(status, { brings: [RUN] });
  const said = [begun, shown('word'), extended(status, { brings, event: null }), shown('words')];
  const apart = said.map(({ data }, i) => ({ data: ' '.repeat(i) + data }));
  const [reader, careful] = [decoder(stream, { restores: true }), decoder(stream, { restores: true })];
  expect(said.map((one) => reader.push(one))).toEqual(apart.map((one) => careful.push(one)));
});

const RUN = { type: 'run.started', seq: 1, at: 1, runId: 'r' };
const shown = (text: string) => update('m', [{ type: 'text', text }]);

const LONG = 10_000;
const text = (length: number) => [{ type: 'text' as const, text: 'word '.repeat(length) }];

it.each([1, 2, 8])('parses no more of a long text than what is new in it, where %i grow at once', (messages) => {
  const reader = decoder(stream);
  const each = Array.from({ length: messages }, (_, i) => `m${i}`);
  for (const id of each) reader.push(update(id, text(LONG)));
  const parse = vi.spyOn(JSON, 'parse');
  for (let n = 1; n <= 100; n += 1) for (const id of each) reader.push(update(id, text(LONG + n)));
  expect(charsOf(parse)).toBeLessThan(messages * 100 * 'word '.length * 2);
});

it('parses each frame once where more messages grow than it expects more of', () => {
  const reader = decoder(stream);
  const each = Array.from({ length: 20 }, (_, i) => `m${i}`);
  for (const id of each) reader.push(update(id, text(LONG)));
  const parse = vi.spyOn(JSON, 'parse');
  const all = each.map((id) => update(id, text(LONG + 1)));
  for (const one of all) reader.push(one);
  const chars = all.reduce((sum, { data }) => sum + data.length, 0);
  expect(charsOf(parse)).toBeLessThan(chars);
  expect(charsOf(parse)).toBeGreaterThan(chars / 2);
});

it('looks seldom for the place of a text where more than that changes with every frame', () => {
  const reader = decoder(stream);
  const frames = Array.from({ length: 100 }, (_, n) => update('m', text(1_000 + n), { metadata: { n } }));
  const parse = vi.spyOn(JSON, 'parse');
  for (const one of frames) reader.push(one);
  const chars = frames.reduce((sum, { data }) => sum + data.length, 0);
  expect(charsOf(parse)).toBeLessThan(chars * 1.05);
});

it('gives the place of a message that was ended beside its frames to another', () => {
  const reader = decoder(stream, { restores: true });
  const status = frame('status', { hint: '' });
  reader.push(extended(status, { brings: [RUN] }));
  const each = Array.from({ length: 8 }, (_, i) => `m${i}`);
  for (const id of each) reader.push(update(id, text(1)));
  const brings = each.map((messageId) => ({ type: 'message.completed', runId: 'r', seq: 1, at: 1, messageId }));
  reader.push(extended(status, { brings, event: null }));
  reader.push(update('n', text(LONG)));
  const parse = vi.spyOn(JSON, 'parse');
  reader.push(update('n', text(LONG + 1)));
  expect(charsOf(parse)).toBeLessThan(100);
});

it.each([
  ['they are complete', (ids: readonly string[]) => ids.map((id) => completed(id, text(1)))],
  ['the answer is over', () => [frame('response_completed')]],
  ['another session begins', () => [frame('status', { hint: 'connected' }, 't')]],
])('expects more of others than it did once %s', (_, ends) => {
  const reader = decoder(stream);
  const each = Array.from({ length: 20 }, (_, i) => `m${i}`);
  for (const id of each) reader.push(update(id, text(1)));
  for (const end of ends(each)) reader.push(end);
  const next = (length: number) => frame('message_update', message('n', text(length)), null);
  reader.push(next(LONG));
  const parse = vi.spyOn(JSON, 'parse');
  reader.push(next(LONG + 1));
  expect(charsOf(parse)).toBeLessThan(100);
});

function charsOf(parse: { readonly mock: { readonly calls: readonly (readonly [string, ...unknown[]])[] } }): number {
  return parse.mock.calls.reduce((sum, [json]) => sum + json.length, 0);
}
