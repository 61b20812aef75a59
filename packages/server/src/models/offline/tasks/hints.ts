import { isJsonObject, type Json } from '@polywire/protocol';
import type { Request, Said } from '../contract.ts';
import { readSaid } from '../text/said.ts';

/** A thought or a step that is done, as it is handed to those that build on it. */
export interface Result {
  readonly task: string;
  readonly text: string;
}

/** What the user asked for, whatever an agent put below it. */
export function requestOf({ hints, said }: Request): Said {
  return typeof hints.request === 'string' && hints.request !== ''
    ? { ...said, ...readSaid(hints.request), files: said.files }
    : said;
}

export function listOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

export function resultsOf({ hints }: Request): Result[] {
  const list = Array.isArray(hints.results) ? hints.results.filter(isJsonObject) : [];
  return list.map(({ task, text }) => ({ task: String(task ?? ''), text: String(text ?? '') }));
}

export function fieldOf(value: Json | undefined, name: string): string {
  const field = isJsonObject(value) ? value[name] : undefined;
  return typeof field === 'string' ? field : '';
}

/** A number that is the same for the same text: to tell things apart that nothing else does. */
export function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return hash / 0xffff_ffff;
}
