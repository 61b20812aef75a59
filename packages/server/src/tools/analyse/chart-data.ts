import type { Json } from '@polywire/protocol';
import type { ChartData, ChartSpec, Column } from './contract.ts';
import { identifier, type Table } from './duck.ts';

/** The values of a chart of the table `result`: what was asked for, or what suggests itself. */
export async function chartOf(
  table: Table,
  columns: readonly Column[],
  spec: ChartSpec,
): Promise<ChartData | undefined> {
  const x = spec.x === undefined ? suggestedX(columns) : named(columns, spec.x);
  if (!x) return undefined;
  const wanted = spec.y === undefined ? suggestedY(columns, x) : [spec.y].flat().map((name) => named(columns, name));
  const type = spec.type ?? (x.isTime ? 'line' : 'bar');
  if (type === 'scatter') return points(table, x, wanted);
  const counts = wanted.length === 0 || spec.aggregate === 'count';
  const how = spec.aggregate ?? 'sum';
  if (!counts) for (const column of wanted) mustBeNumbers(column, columns);
  const values = counts
    ? [{ name: 'count', sql: 'count(*)' }]
    : wanted.map(({ name }) => ({ name, sql: `${how}(${identifier(name)})` }));
  const order = x.isTime ? identifier(x.name) : 'min(rowid)';
  const rows = await table.rows(
    `SELECT ${identifier(x.name)}::VARCHAR AS label, ${values.map(({ sql }, i) => `${sql} AS v${i}`).join(', ')}
     FROM result GROUP BY ${identifier(x.name)} ORDER BY ${order}`,
    MAX_LABELS,
  );
  return {
    type,
    x: x.name,
    labels: rows.map(({ label }) => (label === null ? null : String(label))),
    series: values.map(({ name }, i) => ({ name, values: rows.map((row) => numberOf(row[`v${i}`])) })),
  };
}

/** More cannot be told apart on a screen. */
const MAX_LABELS = 1_000;
const MAX_POINTS = 5_000;
const MAX_SERIES = 4;

async function points(table: Table, x: Column, y: readonly Column[]): Promise<ChartData> {
  const chosen = [x, ...y].map(({ name }, i) => `${identifier(name)} AS v${i}`);
  const rows = await table.rows(`SELECT ${chosen.join(', ')} FROM result`, MAX_POINTS);
  return {
    type: 'scatter',
    x: x.name,
    labels: rows.map(({ v0 }) => (x.isNumber ? numberOf(v0) : String(v0))),
    series: y.map(({ name }, i) => ({ name, values: rows.map((row) => numberOf(row[`v${i + 1}`])) })),
  };
}

function suggestedX(columns: readonly Column[]): Column | undefined {
  return columns.find(({ isNumber }) => !isNumber) ?? columns[0];
}

function suggestedY(columns: readonly Column[], x: Column): Column[] {
  return columns.filter((column) => column.isNumber && column !== x).slice(0, MAX_SERIES);
}

function named(columns: readonly Column[], wanted: string): Column {
  const same = ({ name }: Column) => name.trim().toLowerCase() === wanted.trim().toLowerCase();
  const found = columns.find(same);
  if (!found) throw new Error(`There is no column ${wanted}; there are ${list(columns)}. / 没有列 ${wanted}。`);
  return found;
}

function mustBeNumbers({ name, isNumber }: Column, columns: readonly Column[]): void {
  if (isNumber) return;
  const numbers = list(columns.filter((column) => column.isNumber));
  throw new Error(`${name} has no numbers; columns with numbers: ${numbers}. / 列 ${name} 不是数字。`);
}

function list(columns: readonly Column[]): string {
  return columns.map(({ name }) => name).join(', ');
}

function numberOf(value: Json | undefined): number | null {
  return value === null || value === undefined || !Number.isFinite(Number(value)) ? null : Number(value);
}
