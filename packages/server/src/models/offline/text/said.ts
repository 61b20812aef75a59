import type { Said } from '../contract.ts';
import { withoutCourtesies } from './courtesy.ts';
import { languageOf } from './script.ts';
import { isTable, widthOf } from './table.ts';

/** Takes a message apart: what is asked, what was pasted, which files came along. */
export function readSaid(text: string): Said {
  const files: { name: string; mediaType: string }[] = [];
  const whole = text
    .replace(FILE_NOTE, (_, name: string, about = '') => {
      files.push({ name: name.trim(), mediaType: /[\w.+-]+\/[\w.+-]+/.exec(about)?.[0] ?? '' });
      return '';
    })
    .trim();
  const { words, pasted } = bounded(split(whole), whole);
  const language = languageOf(words === '' ? whole : words);
  const { opening, rest } = withoutCourtesies(words);
  return rest === ''
    ? { language, whole, words, pasted, files, courtesies: [] }
    : { language, whole, words: rest, pasted, files, courtesies: opening };
}

const FILE_NOTE = /^\[file: ([^\n(\]]+)(\([^\n)]*\))?[^\n\]]*\]$/gm;

function split(whole: string): { words: string; pasted: string } {
  const fence = /```[^\n`]*\n([\s\S]*?)```/.exec(whole);
  if (fence) {
    return { words: whole.replace(fence[0], ' ').trim(), pasted: (fence[1] ?? '').trim() };
  }
  const lines = headsApart(whole.split('\n'));
  const table = tableIn(lines);
  if (table) {
    const [from, to] = table;
    return {
      words: [...lines.slice(0, from), ...lines.slice(to)].join('\n').trim(),
      pasted: lines.slice(from, to).join('\n').trim(),
    };
  }
  return longText(whole, lines);
}

/** A table may begin on the line that says what to do with it: `Draw this: month,sales`. */
function headsApart(lines: readonly string[]): string[] {
  return lines.flatMap((line, i) => {
    const [, request, head] = /^(.{2,80}?(?::\s|：))\s*(\S.*)$/.exec(line) ?? [];
    const below = lines[i + 1];
    return request && head && below && isTable([head, below]) ? [request.trim(), head] : [line];
  });
}

/** The longest run of lines that have the same columns. */
function tableIn(lines: readonly string[]): [number, number] | undefined {
  let best: [number, number] | undefined;
  for (const [start, to] of evenRuns(lines)) {
    // A sentence above a table may have as many commas as the table has.
    const from = [start, start + 1, start + 2].find(
      (at) => to - at >= 2 && isTable(lines.slice(at, Math.min(to, at + ENOUGH_ROWS))),
    );
    if (from !== undefined && (!best || to - from > best[1] - best[0])) best = [from, to];
  }
  return best;
}

/** Their widths are the same to the end: this many tell whether they are words and numbers. */
const ENOUGH_ROWS = 200;

/** Stretches of lines with the same number of cells. */
function evenRuns(lines: readonly string[]): [number, number][] {
  const widths = lines.map(widthOf);
  const runs: [number, number][] = [];
  for (let from = 0; from < lines.length; ) {
    let to = from + 1;
    while (to < lines.length && widths[to] === widths[from]) to += 1;
    if ((widths[from] ?? 0) >= 2 && to - from >= 2) runs.push([from, to]);
    from = to;
  }
  return runs;
}

/** A long text under, or above, a line that says what to do with it. */
function longText(whole: string, lines: readonly string[]): { words: string; pasted: string } {
  const colon = /^([^\n:：]{2,80}[:：])\s*([\s\S]+)$/.exec(whole);
  if (colon?.[1] && colon[2] && colon[2].length >= LONG) return { words: colon[1].trim(), pasted: colon[2].trim() };
  const paragraphs = whole.split(/\n\s*\n/);
  const [head = '', ...below] = paragraphs;
  if (below.length > 0 && head.length < 200 && below.join('').length >= LONG) {
    return { words: head.trim(), pasted: below.join('\n\n').trim() };
  }
  const last = paragraphs.at(-1) ?? '';
  if (paragraphs.length > 1 && last.length < 120 && whole.length - last.length >= LONG) {
    return { words: last.trim(), pasted: paragraphs.slice(0, -1).join('\n\n').trim() };
  }
  const [first = '', ...rest] = lines;
  if (rest.length > 0 && first.length < 200 && rest.join('').length >= LONG) {
    return { words: first.trim(), pasted: rest.join('\n').trim() };
  }
  return { words: whole, pasted: '' };
}

/** What is asked is short, or stands at one of the ends: no pattern has to read a book. */
function bounded({ words, pasted }: { words: string; pasted: string }, whole: string) {
  if (words.length <= MOST_WORDS) return { words, pasted };
  const head = /^[\s\S]{0,240}?(?:[.。!！?？\n]|$)/.exec(words)?.[0] ?? words.slice(0, 240);
  return { words: `${head.slice(0, 240).trim()}\n${words.slice(-150).trim()}`, pasted: pasted === '' ? whole : pasted };
}

const MOST_WORDS = 400;
/** From here on a text is something to work on rather than something that is asked. */
const LONG = 80;
