export type Cell = string | number | undefined;

/** A Markdown table whose columns also line up on a terminal. Numbers stand to the right; undefined is a dash. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const isNumeric = head.map((_, i) => rows.some((row) => typeof row[i] === 'number'));
  const lines = [head, ...rows.map((row) => row.map(shown))];
  const widths = head.map((_, i) => Math.max(3, ...lines.map((line) => width(line[i] ?? ''))));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => pad(cell, widths[i] ?? 0, isNumeric[i])).join(' | ')} |`;
  const rule = widths.map((length, i) => (isNumeric[i] ? `${'-'.repeat(length - 1)}:` : '-'.repeat(length)));
  return [line(lines[0] as string[]), line(rule), ...lines.slice(1).map(line)].join('\n');
}

function shown(cell: Cell): string {
  if (cell === undefined) return '–';
  if (typeof cell === 'string') return cell;
  return cell < 10 ? cell.toFixed(2) : Math.round(cell).toLocaleString('en-US');
}

function pad(text: string, length: number, toTheRight: boolean | undefined): string {
  const gap = ' '.repeat(Math.max(0, length - width(text)));
  return toTheRight ? gap + text : text + gap;
}

/** Columns on a terminal: Chinese takes two a character. */
function width(text: string): number {
  return [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);
}
const WIDE = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;
