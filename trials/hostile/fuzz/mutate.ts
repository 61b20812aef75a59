import { isJsonObject, type Json } from '@polywire/protocol';
import fc from 'fast-check';
import { nastyTexts } from '../../../packages/conformance/src/index.ts';
import { changeAt } from '../../../packages/conformance/src/paths.ts';

/** One change of a text. `at` is taken modulo what there is. */
export type Mutation =
  | { readonly how: 'cut' | 'drop' | 'double'; readonly at: number; readonly size: number }
  | { readonly how: 'insert'; readonly at: number; readonly text: string }
  | { readonly how: 'value' | 'add'; readonly at: number; readonly value: Json }
  | { readonly how: 'remove'; readonly at: number }
  | { readonly how: 'poison'; readonly field: string };

const place = fc.nat(5_000);

/** What a reader of JSON must refuse wherever it stands. */
const poisons = [
  '"__proto__":{"x":1}',
  '"constructor":{"prototype":{}}',
  '"s":"\\ud800"',
  '"s":"\\u0000"',
  '"n":9007199254740993',
  '"k":1,"k":2',
  `"d":${'['.repeat(70)}${']'.repeat(70)}`,
];

const values: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, -1, 1e-7, 2 ** 53 - 1, '', [], {}, [[]], { a: [] }),
  fc.constantFrom(...nastyTexts),
  fc.constantFrom('x'.repeat(5_000), '[DONE]', 'toString', 'constructor', '../../etc/passwd', '9'.repeat(400)),
  fc.integer(),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ how: fc.constantFrom('value', 'add'), at: place, value: values }) },
  { weight: 2, arbitrary: fc.record({ how: fc.constant('remove'), at: place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      how: fc.constantFrom('cut', 'drop', 'double'),
      at: place,
      size: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      how: fc.constant('insert'),
      at: place,
      text: fc.oneof(
        fc.string({ unit: 'binary', maxLength: 4 }),
        fc.constantFrom('\0', '\\u0000', '"', '{', '[', ',', '\ud800', '\n\n'),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('poison'), field: fc.constantFrom(...poisons) }) },
) as fc.Arbitrary<Mutation>;

export function mutated(text: string, mutation: Mutation): string {
  if (mutation.how === 'poison') return poisoned(text, mutation.field);
  if (mutation.how === 'value' || mutation.how === 'add' || mutation.how === 'remove') return reshaped(text, mutation);
  const at = mutation.at % (text.length + 1);
  switch (mutation.how) {
    case 'cut':
      return text.slice(0, at);
    case 'drop':
      return text.slice(0, at) + text.slice(at + mutation.size);
    case 'double':
      return text.slice(0, at + mutation.size) + text.slice(at);
    case 'insert':
      return text.slice(0, at) + mutation.text + text.slice(at);
  }
}

/** Whether a text with this in it may be taken: never, if it still is an object. */
export function poisoned(text: string, field: string): string {
  const end = text.lastIndexOf('}');
  if (end < 0) return text;
  const isEmpty = /\{\s*$/.test(text.slice(0, end));
  return `${text.slice(0, end)}${isEmpty ? '' : ','}${field}${text.slice(end)}`;
}

function reshaped(text: string, mutation: Extract<Mutation, { how: 'value' | 'add' | 'remove' }>): string {
  const object = parsed(text);
  if (!isJsonObject(object)) return text;
  if (mutation.how === 'add')
    return JSON.stringify({ ...object, [KEYS[mutation.at % KEYS.length] as string]: mutation.value });
  const paths = pathsIn(object, '');
  const path = paths[mutation.at % Math.max(1, paths.length)];
  if (path === undefined) return text;
  changeAt(object, path, () => (mutation.how === 'value' ? mutation.value : undefined));
  return JSON.stringify(object);
}

/** Names that some wire has a meaning for. */
const KEYS = [
  'type',
  'id',
  'session_id',
  'thread_id',
  'run_id',
  'after',
  'cursor',
  'restore',
  'attach',
  'token',
  'files',
  'ref',
  'seen',
];

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function pathsIn(value: Json, prefix: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [`${prefix}${key}`, ...pathsIn(inner, `${prefix}${key}.`)]);
}
