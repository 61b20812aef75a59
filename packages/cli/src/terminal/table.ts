import { padded, widthOf } from './width.ts';

/** Columns that stand under each other. The last one is as long as it is. */
export function table(rows: readonly (readonly string[])[]): string {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, i) => Math.max(...rows.map((row) => widthOf(row[i] ?? ''))));
  const lines = rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : padded(cell, widths[i] as number)))
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join('');
}
