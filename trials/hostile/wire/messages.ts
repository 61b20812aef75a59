import type { Text } from '../../contract.ts';

/** A message of the wire itself, made into something that must not be taken. `HERE` stands in its text. */
export type Poison = (message: string) => string;

export interface MessageAttack {
  readonly name: string;
  readonly about: Text;
  readonly poisons: Readonly<Record<string, Poison>>;
}

/** One more field at the end. */
const withField =
  (field: string): Poison =>
  (message) =>
    `${message.slice(0, -1)}${message.length > 2 ? ',' : ''}${field}}`;
/** Something else in the place of a letter of the text; a field where the message has no text. */
const withText =
  (text: string): Poison =>
  (message) =>
    message.includes('HERE') ? message.replace('HERE', text) : withField(`"text":"${text}"`)(message);
const inPlace =
  (text: string): Poison =>
  () =>
    text;
const nested = (open: string, depth: number, close = '') => `${open.repeat(depth)}1${close.repeat(depth)}`;

export const messageAttacks: readonly MessageAttack[] = [
  {
    name: 'no-json',
    about: { en: 'Messages that are no JSON object', zh: '不是 JSON 对象的消息' },
    poisons: {
      'no JSON': inPlace('hello'),
      'half a message': (message) => message.slice(0, -1),
      'a list': (message) => `[${message}]`,
      'a string': (message) => JSON.stringify(message),
      'a number': inPlace('1e999'),
      null: inPlace('null'),
      'two messages': (message) => `${message}\n${message}`,
      'a comment': (message) => `${message}// x`,
      'NaN as a value': withField('"n":NaN'),
      'the prefix of another wire': (message) => `data: ${message}`,
    },
  },
  {
    name: 'deep-json',
    about: { en: 'JSON 100,000 deep', zh: '嵌套 100,000 层的 JSON' },
    poisons: {
      'lists that do not end': inPlace('['.repeat(100_000)),
      'objects that do not end': inPlace('{"a":'.repeat(100_000)),
      'lists in a field': withField(`"deep":${nested('[', 100_000, ']')}`),
      'objects in a field': withField(`"deep":${nested('{"a":', 100_000, '}')}`),
      'one level too deep': withField(`"deep":${nested('[', 64, ']')}`),
    },
  },
  {
    name: 'prototype-keys',
    about: { en: '`__proto__` and `constructor` as keys', zh: '以 `__proto__` 与 `constructor` 为键' },
    poisons: {
      'the plain key': withField('"__proto__":{"isAdmin":true}'),
      'written with an escape': withField('"\\u005f_proto__":{"isAdmin":true}'),
      'further down': withField('"a":[{"b":{"__proto__":{"isAdmin":true}}}]'),
      'constructor.prototype': withField('"constructor":{"prototype":{"isAdmin":true}}'),
      'constructor.prototype with escapes': withField('"\\u0063onstructor":{"\\u0070rototype":{"isAdmin":true}}'),
    },
  },
  {
    name: 'lone-surrogates',
    about: { en: 'Half characters (lone surrogates)', zh: '半个字符（孤立代理项）' },
    poisons: {
      'the first half': withText('\\ud83d'),
      'the second half': withText('\\ude00'),
      'the halves in the wrong order': withText('\\ude00\\ud83d'),
      'in a key': withField('"\\ud800":1'),
      'in capitals': withText('\\uD800'),
    },
  },
  {
    name: 'nul',
    about: { en: 'NUL characters', zh: 'NUL 字符' },
    poisons: {
      raw: withText('\0'),
      escaped: withText('a\\u0000b'),
      'in a key': withField('"\\u0000":1'),
      'behind the message': (message) => `${message}\0`,
    },
  },
  {
    name: 'large-numbers',
    about: { en: 'Numbers past 2^53', zh: '超过 2^53 的数' },
    poisons: {
      '2^53 + 1': withField('"n":9007199254740993'),
      'with an exponent': withField('"n":[-1e300]'),
      'past all numbers': withField('"n":1e400'),
      'below -2^53': withField('"n":{"m":-9007199254740993}'),
    },
  },
  {
    name: 'keys-twice',
    about: { en: 'A key that is there twice', zh: '重复的键' },
    poisons: {
      'the first one': (message) =>
        withField(/"\w+":(?:"(?:[^"\\]|\\.)*"|\d+|true)/.exec(message)?.[0] ?? '"a":1,"a":2')(message),
      'once with an escape': withField('"a":1,"\\u0061":2'),
      'further down': withField('"a":[{"b":{"c":1,"c":1}}]'),
      'the same value': withField('"x":null,"x":null'),
    },
  },
];

/** Types that nobody knows: what each socket says to them is its own, but it says it to them alone. */
export const unknownTypes: readonly string[] = [
  'nothing anybody knows',
  'toString',
  'constructor',
  'hasOwnProperty',
  'valueOf',
  '',
  ' ping',
  'PING ',
].map((type) => JSON.stringify({ type }));
