import { isJsonObject, type Json, type JsonObject } from '../json.ts';

/** Larger frames are refused before they are parsed. */
export const MAX_FRAME_CHARS = 1024 * 1024;
/** No document of the dialects nests deeper than 8; tool results may. Keeps recursive readers off the stack's end. */
export const MAX_DEPTH = 64;

export type ReadResult = { ok: true; object: JsonObject } | { ok: false; detail: string };

/** Text of one frame as a JSON object, or why not. `strict` is for what clients send: it must be well-formed Unicode. */
export function readJsonObject(text: string, options: { strict?: boolean; maxChars?: number } = {}): ReadResult {
  const maxChars = options.maxChars ?? MAX_FRAME_CHARS;
  if (text.length > maxChars) return { ok: false, detail: `frame is larger than ${maxChars} characters` };
  if (depthExceeds(text, MAX_DEPTH)) return { ok: false, detail: `frame nests deeper than ${MAX_DEPTH}` };
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    return { ok: false, detail: `frame is not JSON: ${(error as Error).message}` };
  }
  if (!isJsonObject(value)) return { ok: false, detail: 'frame is not a JSON object' };
  if (MAY_HIDE_KEYS.test(text) && hasForbiddenKey(value)) return { ok: false, detail: 'frame has a forbidden key' };
  if (options.strict && MAY_HIDE_SURROGATES.test(text) && !isWellFormed(value)) {
    return { ok: false, detail: 'frame has a lone surrogate' };
  }
  return { ok: true, object: value };
}

/** A cheap look at the text decides whether the walk is needed: keys can be written with escapes. */
const MAY_HIDE_KEYS = /__proto__|constructor|\\u00[567]/i;
const MAY_HIDE_SURROGATES = /\\ud[89a-f]|[\ud800-\udfff]/i;

/** Counts brackets outside of strings, so that a hostile nesting never reaches the parser. */
function depthExceeds(text: string, limit: number): boolean {
  if (text.length < limit) return false;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) i += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) {
      inString = true;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1;
    }
  }
  return false;
}
const QUOTE = 34;
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

function isWellFormed(value: Json): boolean {
  if (typeof value === 'string') return !LONE_SURROGATE.test(value);
  if (Array.isArray(value)) return value.every(isWellFormed);
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(([key, inner]) => isWellFormed(key) && isWellFormed(inner));
}
const LONE_SURROGATE = /\p{Surrogate}/u;
