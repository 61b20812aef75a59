/** A text as one line for a small place: what its Markdown says, without the marks. */
export function withoutMarkdown(text: string): string {
  const lines: string[] = [];
  let isCode = false;
  for (const line of text.slice(0, MOST_READ).split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    else if (isCode) lines.push(line);
    else if (!TABLE_RULE.test(line)) lines.push(words(cells(line.replace(BLOCK, ''))));
  }
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** A small place shows far less; patterns with two open ends must not read more. */
const MOST_READ = 1_000;
const FENCE = /^\s*(?:```|~~~)/;
const TABLE_RULE = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/;
const BLOCK = /^\s*(?:>\s+)*(?:#{1,6}\s+|(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?/;

function cells(line: string): string {
  const row = /^\|(.*)\|\s*$/.exec(line)?.[1];
  return row === undefined
    ? line
    : row
        .split('|')
        .map((cell) => cell.trim())
        .join(' · ');
}

/** What stands between backticks is left as it is: there no other sign is a mark. */
function words(line: string): string {
  return line
    .split(/(`+[^`]+`+)/)
    .map((piece, i) =>
      i % 2 === 1 ? piece.replaceAll('`', '') : MARKS.reduce((rest, mark) => rest.replace(mark, '$1'), piece),
    )
    .join('');
}

/** Each around what it marks. An underscore within a word is none. */
const MARKS: readonly RegExp[] = [
  /!?\[([^[\]]*)\]\([^()\s]*\)/g,
  /\*\*(?=\S)([^*]+?)(?<=\S)\*\*/g,
  /(?<![\p{L}\p{N}_])__(?=\S)([^_]+?)(?<=\S)__(?![\p{L}\p{N}_.])/gu,
  /~~(?=\S)([^~]+?)(?<=\S)~~/g,
  /(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*]+?)(?<=\S)\*(?![\p{L}\p{N}*])/gu,
  /(?<![\p{L}\p{N}_])_(?=[^\s_])([^_]+?)(?<=\S)_(?![\p{L}\p{N}_])/gu,
];
