import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Frame } from '../dialect.ts';
import { ndjsonReader, writeNdjson } from './ndjson.ts';
import type { FrameReader } from './reader.ts';
import { type SseFrame, sseHeartbeat, sseReader, writeSse } from './sse.ts';
import { readWs, writeWs } from './ws.ts';

const tooLarge = 'It is larger than 100 characters. / 超过 100 个字符。';
const bound = { maxChars: 100_000 };
const bytes = (text: string) => new TextEncoder().encode(text);
const NUM_RUNS = process.env.POLYWIRE_LONG === '1' ? 20_000 : 300;

/** Texts with characters of one to four bytes and everything that means something to a framing. */
const data = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom('data: x\n\n', 'a\r\nb', '\u2028\u2029\u0085', '🇨🇳👩‍👩‍👧', ': ping', '\ufeff', '\u0000', '你好'),
  )
  .map((text) => JSON.stringify({ text }));
const frames = fc.array(
  fc.record({ data, id: fc.constantFrom(undefined, '7.0'), event: fc.constantFrom(undefined, 'message_update') }),
  {
    maxLength: 6,
  },
);

/** The frames of `text` when its bytes arrive in pieces, cut anywhere. */
function readInPieces(reader: FrameReader, text: string, cuts: readonly number[]): Frame[] {
  const whole = bytes(text);
  const places = [...new Set(cuts.map((cut) => cut % (whole.length + 1)))].sort((a, b) => a - b);
  const got: Frame[] = [];
  for (const [i, from] of [0, ...places].entries()) {
    const part = reader.push(whole.slice(from, places[i] ?? whole.length));
    expect(part.issue).toBeUndefined();
    got.push(...part.frames);
  }
  return [...got, ...reader.end().frames];
}
const cuts = fc.array(fc.nat(), { maxLength: 12 });

describe('sse', () => {
  const clean = ({
    data,
    event,
    id,
  }: {
    data: string;
    event: string | undefined;
    id: string | undefined;
  }): SseFrame => ({
    data,
    ...(event !== undefined && { event }),
    ...(id !== undefined && { id }),
  });

  it('reads what it writes, however it is cut', () => {
    fc.assert(
      fc.property(frames, cuts, (list, places) => {
        const sent = list.map(clean);
        const text = sent.map((frame) => writeSse(frame) + sseHeartbeat).join('');
        expect(readInPieces(sseReader(bound), text, places)).toEqual(sent);
      }),
      { numRuns: NUM_RUNS },
    );
  });

  it('reads CRLF, comments, a byte order mark and several data lines as the standard has it', () => {
    fc.assert(
      fc.property(cuts, (places) => {
        const text = '\ufeffid: 1\r\nevent: e\r\ndata: {"a":\r\ndata: 1}\r\n\r\n: hi\r\n\r\ndata:x\r\n\r\n';
        expect(readInPieces(sseReader(bound), text, places)).toEqual([
          { data: '{"a":\n1}', event: 'e', id: '1' },
          { data: 'x' },
        ]);
      }),
      { numRuns: NUM_RUNS },
    );
  });

  it('never shows an event whose end did not come', () => {
    const reader = sseReader(bound);
    expect([...reader.push('data: x\n').frames, ...reader.end().frames]).toEqual([]);
  });

  it('drops an event over its bound, in one piece or in many, says so once, and goes on', () => {
    for (const size of [1, 7, 90, 1000]) {
      const reader = sseReader({ maxChars: 100 });
      const text = `data: ${'x'.repeat(300)}\ndata: y\nid: 1\n\ndata: ok\n\n`;
      const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
        reader.push(text.slice(i * size, (i + 1) * size)),
      );
      expect(parts.flatMap(({ frames }) => frames)).toEqual([{ data: 'ok' }]);
      expect(parts.flatMap(({ issue }) => issue ?? [])).toEqual([tooLarge]);
    }
  });
});

it.each([
  ['sse', sseReader],
  ['ndjson', ndjsonReader],
])('%s does not wait for the end of what is too long', (_, reader) => {
  const { push } = reader({ maxChars: 100 });
  const issues = Array.from({ length: 20 }, () => push('data: xxxxxxxxxx').issue);
  expect(issues.filter((issue) => issue !== undefined)).toHaveLength(1);
});

describe('ndjson', () => {
  it('reads what it writes, however it is cut', () => {
    fc.assert(
      fc.property(frames, cuts, fc.boolean(), (list, places, hasEnd) => {
        const sent = list.map(({ data }) => ({ data }));
        const text = sent.map(writeNdjson).join('');
        expect(readInPieces(ndjsonReader(bound), hasEnd ? text : text.trimEnd(), places)).toEqual(sent);
      }),
      { numRuns: NUM_RUNS },
    );
  });

  it('reads CRLF and blank lines and a byte order mark', () => {
    fc.assert(
      fc.property(cuts, (places) => {
        const text = '\ufeff{"a":1}\r\n\r\n  \n{"b":"你"}\r\n';
        expect(readInPieces(ndjsonReader(bound), text, places)).toEqual([{ data: '{"a":1}' }, { data: '{"b":"你"}' }]);
      }),
      { numRuns: NUM_RUNS },
    );
  });

  it('skips a line over its bound, in one piece or in many, says so once, and goes on', () => {
    for (const size of [1, 7, 1000]) {
      const reader = ndjsonReader({ maxChars: 100 });
      const text = `{"a":1}\n${'x'.repeat(500)}\n{"b":2}\n`;
      const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
        reader.push(text.slice(i * size, (i + 1) * size)),
      );
      expect(parts.flatMap(({ frames }) => frames)).toEqual([{ data: '{"a":1}' }, { data: '{"b":2}' }]);
      expect(parts.flatMap(({ issue }) => issue ?? [])).toEqual([tooLarge]);
    }
  });
});

describe('ws', () => {
  it('reads text, and text that was sent as binary', () => {
    fc.assert(
      fc.property(data, (text) => {
        for (const message of [text, bytes(text), writeWs({ data: text })]) {
          expect(readWs(message, bound)).toEqual({ frames: [{ data: text }] });
        }
      }),
      { numRuns: NUM_RUNS },
    );
  });

  it.each([
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), /not UTF-8/],
    ['half a character', bytes('你').slice(0, 2), /not UTF-8/],
    ['a surrogate in UTF-8', new Uint8Array([0xed, 0xa0, 0x80]), /not UTF-8/],
    ['too much', 'x'.repeat(bound.maxChars + 1), /larger than/],
  ])('refuses %s', (_, message, issue) => {
    const read = readWs(message, bound);
    expect(read.frames).toEqual([]);
    expect(read.issue).toMatch(issue);
  });
});
