import type { Json } from '@polywire/protocol';
import { assert, jsonValue, property } from 'fast-check';
import { expect, test } from 'vitest';
import { jsonText } from './json-text.ts';

test('a field stands on one line, an object with properties stands open', () => {
  const schema = { type: 'object', properties: { name: { type: 'string' }, tags: { type: 'array', items: {} } } };
  expect(jsonText(schema)).toBe(`{
  "type": "object",
  "properties": {
    "name": { "type": "string" },
    "tags": { "type": "array", "items": {} }
  }
}
`);
});

test('an array around something open stands open too', () => {
  expect(jsonText([{ properties: {} }])).toBe(`[\n  {\n    "properties": {}\n  }\n]\n`);
});

test('no line is wider than the formatter allows, and nothing is lost', () => {
  for (let length = 90; length <= 130; length += 1) {
    const value = { enum: ['a'.repeat(length / 2), 'b'.repeat(length / 2)], items: { a: [1, null, true], b: {} } };
    const text = jsonText(value);
    expect(JSON.parse(text)).toEqual(value);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  }
});

test('whatever it is given can be read back, long texts too', () => {
  const long = { summary: 'w'.repeat(200), tags: ['t'.repeat(200)], nothing: null };
  expect(JSON.parse(jsonText(long))).toEqual(long);
  assert(
    property(jsonValue({ maxDepth: 4 }), (value) => {
      expect(JSON.stringify(JSON.parse(jsonText(value as Json)))).toBe(JSON.stringify(value));
    }),
  );
});
