import type { Snippet } from '../contract.ts';
import { fold } from './words.ts';

const BEFORE = 30;
const LENGTH = 120;
/** Further into a text nobody looks for the place: its beginning is shown instead. */
const MAX_SCANNED = 100_000;

/** The surroundings of the first place where one of `words` stands, every such place in them marked. */
export function snippetOf(whole: string, words: readonly string[]): Snippet {
  const text = whole.slice(0, MAX_SCANNED);
  const { folded, places } = foldWithPlaces(text);
  const firsts = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0);
  const first = firsts.length === 0 ? 0 : (places[Math.min(...firsts)] ?? 0);
  const from = first <= BEFORE ? 0 : wholeCharacter(text, first - BEFORE);
  const to = from + LENGTH >= text.length ? text.length : wholeCharacter(text, from + LENGTH);
  const lead = from > 0 ? '…' : '';
  const marks = joined(occurrences(folded, words).map(([a, b]) => [places[a] ?? 0, places[b] ?? 0] as const))
    .filter(([a, b]) => a >= from && b <= to)
    .map(([a, b]) => [a - from + lead.length, b - from + lead.length] as const);
  return { text: `${lead}${text.slice(from, to)}${to < whole.length ? '…' : ''}`, marks };
}

/** `fold`, character by character, with the place in `text` of each that came out. */
function foldWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = fold(character);
    for (let i = 0; i < plain.length; i += 1) places.push(at);
    folded += plain;
    at += character.length;
  }
  places.push(at);
  return { folded, places };
}

function occurrences(folded: string, words: readonly string[]): [number, number][] {
  const found: [number, number][] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      found.push([at, at + word.length]);
    }
  }
  return found.sort(([a], [b]) => a - b);
}

/** Marks that touch or overlap become one. */
function joined(marks: readonly (readonly [number, number])[]): [number, number][] {
  const result: [number, number][] = [];
  for (const [from, to] of marks) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** Not into the middle of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
