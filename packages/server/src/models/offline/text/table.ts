/** A table that was pasted: its columns by name, and what is in them. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** At least a head and a row, all with the same number of columns, and the head in words. */
export function isTable(lines: readonly string[]): boolean {
  const separator = separatorOf(lines[0] ?? '');
  if (separator === undefined || lines.length < 2) return false;
  const width = cellsOf(lines[0] ?? '', separator).length;
  if (width < 2 || !lines.every((line) => line.trim() !== '' && cellsOf(line, separator).length === width))
    return false;
  const isProse = lines.some((line) =>
    cellsOf(line, separator).some((cell) => cell.length > 60 || /[.。!?！？]\s/.test(cell)),
  );
  const head = cellsOf(lines[0] ?? '', separator);
  return !isProse && head.every((cell) => cell !== '' && !isNumber(cell));
}

/** How many cells a line has; 0 where nothing separates them. */
export function widthOf(line: string): number {
  const separator = separatorOf(line);
  return separator === undefined ? 0 : cellsOf(line, separator).length;
}

/** The lines of a table that was pasted, without the rules that Markdown draws. */
export function tableLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && !/^[\s|:-]+$/.test(line));
}

export function readTable(lines: readonly string[]): Table | undefined {
  const separator = separatorOf(lines[0] ?? '');
  if (separator === undefined || lines.length < 2) return undefined;
  const [columns = [], ...rows] = lines.map((line) => cellsOf(line, separator));
  return { columns, rows };
}

/** As CSV, whatever the separator was. */
export function csvOf(lines: readonly string[]): string {
  if (separatorOf(lines[0] ?? '') === ',') return lines.map((line) => line.trim()).join('\n');
  const { columns, rows } = readTable(lines) ?? { columns: [], rows: [] };
  const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return [columns, ...rows].map((row) => row.map(quoted).join(',')).join('\n');
}

/** Columns whose every cell is a number. */
export function numberColumns({ columns, rows }: Table): string[] {
  return columns.filter((_, i) => rows.length > 0 && rows.every((row) => isNumber(row[i] ?? '')));
}

export function isNumber(cell: string): boolean {
  return /^[-+]?[$¥€]?\s*\d[\d,]*(\.\d+)?\s*%?$/.test(cell.trim());
}

function separatorOf(line: string): string | undefined {
  return [',', '\t', '|', ';', '，'].find((sign) => line.replace(/^\||\|$/g, '').includes(sign));
}

function cellsOf(line: string, separator: string): string[] {
  const inner = separator === '|' ? line.trim().replace(/^\||\|$/g, '') : line;
  if (separator !== ',' || !inner.includes('"')) return inner.split(separator).map((cell) => cell.trim());
  return [...inner.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  );
}
