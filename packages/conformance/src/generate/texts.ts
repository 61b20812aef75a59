import type { Json, JsonObject } from '@polywire/protocol';
import fc from 'fast-check';

/** Texts that have broken wires: framing, sentinels, escapes, Unicode. */
export const nastyTexts: readonly string[] = [
  '[DONE]',
  'data: [DONE]\n\n',
  'event: x\r\ndata: y\r\n\r\n',
  'Final Answer: 42',
  'Thought: no\nAction: none',
  '{"type":"error","event":"run_finished"}',
  '}{',
  '"quoted" \\ and \\" back',
  'line\nline\n\nparagraph',
  'tab\tand\u0000nul',
  'a\u2028b\u2029c',
  '\ufeffmark',
  '👩‍👩‍👧 🇨🇳 é',
  '你好，世界',
  '```json\n{"a": 1}\n```',
  '<think>x</think>',
  "$& $1 $' $$",
  '   ',
];

export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('hello', 'two words', 'ok.') },
  { weight: 3, arbitrary: fc.constantFrom(...nastyTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
);

/** Where an empty or blank text would mean that there is none. */
export const someText: fc.Arbitrary<string> = text.map((it) => (it.trim() === '' ? `x${it}` : it));

/** As a client may send it: no server takes a NUL. */
export function sendable<T>(value: T): T {
  const within = (_: string, each: unknown) => (typeof each === 'string' ? each.replaceAll('\0', '0') : each);
  return JSON.parse(JSON.stringify(value), within) as T;
}

/** The pieces of one text as a model streams them: empty ones, and characters cut in two. */
export const pieces: fc.Arbitrary<readonly string[]> = fc
  .array(fc.oneof({ weight: 4, arbitrary: text.map((it) => [it]) }, fc.constantFrom([''], ['\ud83d', '\ude00'])), {
    maxLength: 4,
  })
  .map((list) => list.flat());

export const toolName = fc.constantFrom('search', 'web_search', 'run_code', 'fs.read');

const key = fc.constantFrom('a', 'b', 'query', 'type', 'event', 'data', 'text', 'polywire', '名', 'x y');
const number = fc.oneof(fc.integer({ min: -1000, max: 1_000_000 }), fc.constantFrom(0.5, 1e-7, 9_007_199_254_740_991));
const leaf = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const inner: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: leaf },
  fc.array(leaf, { maxLength: 3 }),
  fc.dictionary(key, leaf, { maxKeys: 3, noNullPrototype: true }),
);

export const anyObject: fc.Arbitrary<JsonObject> = fc.dictionary(key, inner, { maxKeys: 3, noNullPrototype: true });
export const anyJson: fc.Arbitrary<Json> = fc.oneof(leaf, anyObject, fc.array(inner, { maxLength: 3 }));
