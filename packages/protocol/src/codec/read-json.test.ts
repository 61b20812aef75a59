import { describe, expect, it } from 'vitest';
import { MAX_DEPTH, MAX_FRAME_CHARS, readJsonObject } from './read-json.ts';

const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
const loneSurrogate = '{"a":"\\ud800"}';

const accepted: Record<string, string> = {
  'an object': '{"a":1}',
  'white space around it': ' \n{"a":1}\t',
  'as deep as allowed': nested(MAX_DEPTH),
  'brackets in a text': `{"a":"${'['.repeat(500)}"}`,
  'an escaped quote before brackets in a text': `{"a":"\\"${'{'.repeat(500)}"}`,
  'an escaped backslash and a quote before brackets in a text': `{"a":"\\\\\\"${'{'.repeat(500)}"}`,
  'many short arrays': `{"a":[${'[],'.repeat(500)}[]]}`,
  'a field named constructor': '{"constructor":"x"}',
  'a pair of surrogates written with escapes': '{"a":"\\ud83d\\ude00"}',
};
it.each(Object.entries(accepted))('takes %s', (_, text) => {
  expect(readJsonObject(text, { strict: true })).toEqual({ ok: true, object: JSON.parse(text) });
});

const refused: readonly (readonly [what: string, text: string, detail: RegExp])[] = [
  ['nothing', '', /not JSON/],
  ['half an object', '{"a":', /not JSON/],
  ['an array', '[1]', /not a JSON object/],
  ['a text', '"x"', /not a JSON object/],
  ['null', 'null', /not a JSON object/],
  ['too much', `{"a":"${'x'.repeat(MAX_FRAME_CHARS)}"}`, /larger than/],
  ['too deep', nested(MAX_DEPTH + 1), /deeper than/],
  ['hostile depth, without reaching the parser', '['.repeat(500_000), /deeper than/],
  ['too deep after a text that ends with a backslash', `{"a":"\\\\","b":${nested(MAX_DEPTH)}}`, /deeper than/],
  ['__proto__', '{"__proto__":{}}', /forbidden/],
  ['__proto__ far inside', '{"a":[{"b":{"__proto__":1}}]}', /forbidden/],
  ['__proto__ written with escapes', '{"\\u005F\\u005fproto__":{}}', /forbidden/],
  ['proto written with escapes inside', '{"__pr\\u006fto__":{}}', /forbidden/],
  ['constructor.prototype', '{"constructor":{"prototype":{}}}', /forbidden/],
];
it.each(refused)('refuses %s', (_, text, detail) => {
  const result = readJsonObject(text);
  expect(result).toMatchObject({ ok: false, detail: expect.stringMatching(detail) });
});

it('asks for well-formed text of clients only', () => {
  expect(readJsonObject(loneSurrogate, { strict: true })).toMatchObject({ ok: false });
  expect(readJsonObject(loneSurrogate)).toMatchObject({ ok: true });
  expect(readJsonObject('{"\ud800":1}', { strict: true })).toMatchObject({ ok: false });
});

it('takes its bound from the caller', () => {
  expect(readJsonObject('{"a":"xxxxxxxxxx"}', { maxChars: 10 })).toMatchObject({ ok: false });
});

describe('what clients send', () => {
  const strict = (text: string) => readJsonObject(text, { strict: true });

  it.each([
    ['{"a":"\\u0000"}', 'NUL'],
    ['{"a":{"b\\u0000":1}}', 'NUL'],
    ['{"a":1,"a":1}', 'twice'],
    ['{"a":[{"b":1,"\\u0062":2}]}', 'twice'],
    ['{"a":9007199254740992}', '2^53'],
    ['{"a":[-1e16]}', '2^53'],
    ['{"a":1e999}', '2^53'],
  ])('refuses %s', (text, detail) => {
    expect(strict(text)).toMatchObject({ ok: false, detail: expect.stringContaining(detail) });
    expect(readJsonObject(text).ok).toBe(true);
  });

  it.each([
    '{"a":"\\\\u0000","b":"\\\\\\""}',
    '{"a":"{\\"a\\":1,\\"a\\":2}","b":":::"}',
    '{"a":9007199254740991,"b":-1e15,"c":0.1234567890123456789,"d":"9999999999999999999","e":1e-300}',
    '{"a":{"a":{"a":[]}},"b":[{"a":1},{"a":2}]}',
    '{ "a" : "x\\\\" , "b" : 1 }',
  ])('takes %s', (text) => {
    expect(strict(text)).toEqual({ ok: true, object: JSON.parse(text) });
  });
});
