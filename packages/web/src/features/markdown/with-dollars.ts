/** Many models write formulas as \( … \) and \[ … \], which Markdown takes for brackets. What is code stays as it is. */
export function withDollars(text: string): string {
  if (!/\\[([]/.test(text)) return text;
  const marks = [...text.matchAll(MARKS)];
  const ends = endsOf(marks);
  let shown = '';
  let from = 0;
  for (let i = 0; i < marks.length; i += 1) {
    const begin = marks[i] as Mark;
    const end = begin.groups?.fence === undefined ? ends[i] : endOfFence(marks, i);
    if (end === undefined) continue;
    const { index, 0: said } = marks[end] ?? { index: text.length, 0: '' };
    const written = write[begin[0]]?.(text.slice(begin.index + begin[0].length, index));
    if (written !== undefined) {
      shown += text.slice(from, begin.index) + written;
      from = index + said.length;
    }
    i = end;
  }
  return shown + text.slice(from);
}

type Mark = RegExpMatchArray & { readonly index: number };

/** What formulas and code begin and end with, and where none of them goes on. */
const MARKS = /\\\\|\\[[\]()]|^ {0,3}(?<fence>`{3,}|~{3,})|(?<ticks>`+)|(?<gap>\n[ \t]*(?=\n))|\n/gm;

const write: Readonly<Record<string, (formula: string) => string>> = {
  '\\[': (formula) => `$$${formula}$$`,
  '\\(': (formula) => `$${formula.trim()}$`,
};

/** For each mark that begins something, the one that ends it: from the last to the first, so that each is seen once. */
function endsOf(marks: readonly Mark[]): readonly (number | undefined)[] {
  const ends = new Array<number | undefined>(marks.length);
  const next = new Map<string, number>();
  for (let i = marks.length - 1; i >= 0; i -= 1) {
    const { 0: said, groups } = marks[i] as Mark;
    if (groups?.fence !== undefined || groups?.gap !== undefined) next.clear();
    else if (said === '\n') next.delete('\\)');
    else {
      ends[i] = next.get(groups?.ticks ?? pairs[said] ?? '');
      next.set(said, i);
    }
  }
  return ends;
}

const pairs: Readonly<Record<string, string>> = { '\\[': '\\]', '\\(': '\\)' };

/** The next fence that has at least as much, or the end of all. */
function endOfFence(marks: readonly Mark[], begin: number): number {
  const fence = marks[begin]?.groups?.fence ?? '';
  let end = begin + 1;
  while (end < marks.length && !marks[end]?.groups?.fence?.startsWith(fence)) end += 1;
  return end;
}
