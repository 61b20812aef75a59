import type { Fault } from '../faults.ts';
import * as faults from '../faults.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';

/** Larger frames are refused before they are parsed. */
export const MAX_FRAME_CHARS = 1024 * 1024;
/** Whole-text frames and tool results of a server may be larger than what a client may send. */
export const MAX_SERVER_FRAME_CHARS = 16 * 1024 * 1024;
/** No document of the dialects nests deeper than 8; tool results may. Keeps recursive readers off the stack's end. */
export const MAX_DEPTH = 64;

export type ReadResult = { ok: true; object: JsonObject } | { ok: false; detail: Fault };

/**
 * Text of one frame as a JSON object, or why not. `strict` is for what clients send: what readers of JSON disagree on is
 * refused there, since what was checked must be what is stored (lone surrogates, NUL, a key twice, integers past 2^53).
 */
export function readJsonObject(text: string, options: { strict?: boolean; maxChars?: number } = {}): ReadResult {
  const maxChars = options.maxChars ?? MAX_FRAME_CHARS;
  if (text.length > maxChars) return { ok: false, detail: faults.tooLarge(maxChars) };
  const pairs = countPairs(text, MAX_DEPTH);
  if (pairs === undefined) return { ok: false, detail: faults.tooDeep(MAX_DEPTH) };
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    return { ok: false, detail: faults.notJson((error as Error).message) };
  }
  if (!isJsonObject(value)) return { ok: false, detail: faults.notObject };
  if (mayHideKeys(text) && hasForbiddenKey(value)) return { ok: false, detail: faults.forbiddenKey };
  const quarrel = options.strict ? quarrelIn(text, value, pairs) : undefined;
  return quarrel === undefined ? { ok: true, object: value } : { ok: false, detail: quarrel };
}

/** What another reader of the same text might take for something else. */
function quarrelIn(text: string, value: JsonObject, pairs: number): Fault | undefined {
  if (MAY_HIDE_SURROGATES.test(text) && !every(value, isWellFormed)) return faults.loneSurrogate;
  if (text.includes('\\u0000') && !every(value, hasNoNul)) return faults.nul;
  if (MAY_BE_LARGE.test(text) && !every(value, isExact)) return faults.pastExact;
  return countKeys(value) === pairs ? undefined : faults.keyTwice;
}

/** A cheap look at the text decides whether the walk is needed: keys can be written with escapes. */
function mayHideKeys(text: string): boolean {
  return text.includes('__proto__') || text.includes('constructor') || text.includes('\\u00');
}

const MAY_HIDE_SURROGATES = /\\ud[89a-f]|[\ud800-\udfff]/i;
const MAY_BE_LARGE = /\d{16}|\d[eE]\+?\d/;

/** Pairs of key and value, counted outside of strings; undefined where a hostile nesting must not reach the parser. */
function countPairs(text: string, maxDepth: number): number | undefined {
  let depth = 0;
  let pairs = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i);
    } else if (code === COLON) {
      pairs += 1;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1;
      if (depth > maxDepth) return undefined;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1;
    }
  }
  return pairs;
}

/** Where the strings of a JSON text are, without their quotes. */
export function* stringsIn(json: string): Generator<readonly [from: number, to: number]> {
  for (let from = json.indexOf('"'); from >= 0; ) {
    const to = endOfString(json, from);
    yield [from + 1, to];
    from = json.indexOf('"', to + 1);
  }
}

/** Where the string that begins at `start` ends; the end of the text where it does not. */
function endOfString(text: string, start: number): number {
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote;
    from = quote + 1;
  }
}
const QUOTE = 34;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;

function hasForbiddenKey(value: Json): boolean {
  if (Array.isArray(value)) return value.some(hasForbiddenKey);
  if (!isJsonObject(value)) return false;
  return Object.keys(value).some((key) => {
    if (key === '__proto__') return true;
    const inner = value[key] as Json;
    if (key === 'constructor' && isJsonObject(inner) && Object.hasOwn(inner, 'prototype')) return true;
    return hasForbiddenKey(inner);
  });
}

function countKeys(value: Json): number {
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + countKeys(each), 0);
  if (!isJsonObject(value)) return 0;
  const keys = Object.keys(value);
  return keys.reduce((sum, key) => sum + countKeys(value[key] as Json), keys.length);
}

/** Whether a rule holds of every key and of every text and number. */
function every(value: Json, rule: (leaf: string | number) => boolean): boolean {
  if (typeof value === 'string' || typeof value === 'number') return rule(value);
  if (Array.isArray(value)) return value.every((each) => every(each, rule));
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(([key, inner]) => rule(key) && every(inner, rule));
}

function isWellFormed(leaf: string | number): boolean {
  return typeof leaf === 'number' || !LONE_SURROGATE.test(leaf);
}
const LONE_SURROGATE = /\p{Surrogate}/u;

function hasNoNul(leaf: string | number): boolean {
  return typeof leaf === 'number' || !leaf.includes('\0');
}

function isExact(leaf: string | number): boolean {
  return typeof leaf === 'string' || Math.abs(leaf) <= Number.MAX_SAFE_INTEGER;
}
