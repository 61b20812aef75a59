import { CONTAINERS, stretchesOf } from './code-lines.ts';

/** Many models write formulas as \( … \) and \[ … \], which Markdown takes for brackets. What is code stays as it is. */
export function withDollars(text: string): string {
  if (!/\\[([]/.test(text)) return text;
  return stretchesOf(text)
    .map((stretch) => (stretch.isCode ? stretch.text : rewritten(stretch.text)))
    .join('');
}

function rewritten(text: string): string {
  const marks = [...text.matchAll(MARKS)] as Mark[];
  const ends = endsOf(marks);
  let shown = '';
  let from = 0;
  for (let i = 0; i < marks.length; i += 1) {
    const end = ends[i];
    if (end === undefined) continue;
    const begin = marks[i] as Mark;
    // No formula has another in it: this dollar is money.
    if (begin[0] === '$' && holdsFormula(marks, ends, i, end)) {
      shown += `${text.slice(from, begin.index)}\\`;
      from = begin.index;
      continue;
    }
    const { index, 0: said } = marks[end] as Mark;
    const formula = text.slice(begin.index + begin[0].length, index);
    // Brackets around nothing are brackets, as those of a box to be ticked.
    const written = formula.trim() && write[begin[0]]?.(formula, text, begin.index, index + said.length);
    if (written) {
      shown += text.slice(from, begin.index) + written;
      from = index + said.length;
    }
    i = end;
  }
  return shown + text.slice(from);
}

type Mark = RegExpMatchArray & { readonly index: number };

/** What formulas and code begin and end with, and where none of them goes on. */
const MARKS = /\\\\|\\[[\]()]|(?<run>`+|\\?\$+)|(?<gap>\n[ \t\r]*(?=\n))|\n/g;

/** A formula, which is in the text from `start` to `end`. */
type Write = (formula: string, text: string, start: number, end: number) => string;

const write: Readonly<Record<string, Write>> = {
  '\\[': (formula, ...place) => (formula.includes('\n') ? onLines(formula, ...place) : `$$ ${formula.trim()} $$`),
  // Three: one or two may be money or another formula, and do not end it. Spaces: it may end with a dollar of its own.
  '\\(': (formula) => `$$$ ${formula.trim()} $$$`,
};

/** Dollars begin and end lines only where nothing else is on theirs: those are in the same quotes and lists. */
const onLines: Write = (formula, text, start, end) => {
  const before = text.slice(text.lastIndexOf('\n', start) + 1, start);
  const [container] = CONTAINERS.exec(before) as RegExpExecArray;
  const newLine = `\n${container.replace(/[^\s>]/g, ' ')}`;
  const quotes = new RegExp(`^(?:[ \\t]*>){0,${container.split('>').length - 1}}`);
  const said = formula.split('\n').map((line) => line.replace(quotes, '').trim());
  const lines = ['$$', ...said.filter((line) => line !== ''), '$$'].join(newLine);
  const isLast = /[ \t\r]*$/my;
  isLast.lastIndex = end;
  return `${before === container ? '' : newLine}${lines}${isLast.test(text) ? '' : newLine}`;
};

function holdsFormula(marks: readonly Mark[], ends: readonly (number | undefined)[], begin: number, end: number) {
  return marks.slice(begin + 1, end).some(({ 0: said }, i) => said in write && ends[begin + 1 + i] !== undefined);
}

/** For each mark that begins something, the one that ends it: from the last to the first, so that each is seen once. */
function endsOf(marks: readonly Mark[]): readonly (number | undefined)[] {
  const ends = new Array<number | undefined>(marks.length);
  const next = new Map<string, number>();
  for (let i = marks.length - 1; i >= 0; i -= 1) {
    const { 0: said, groups } = marks[i] as Mark;
    if (groups?.gap !== undefined) next.clear();
    else if (said === '\n') next.delete('\\)');
    else {
      ends[i] = next.get(groups?.run ?? pairs[said] ?? '');
      // A dollar that cannot begin a formula can still end one.
      next.set(said.replace('\\$', '$'), i);
    }
  }
  return ends;
}

const pairs: Readonly<Record<string, string>> = { '\\[': '\\]', '\\(': '\\)' };
