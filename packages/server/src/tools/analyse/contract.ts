import type { JsonObject } from '@polywire/protocol';
import { z } from 'zod';

export const chartSpec = z.object({
  type: z.enum(['bar', 'line', 'area', 'pie', 'scatter']).optional(),
  x: z.string().optional().describe('Column of the categories / 横轴列'),
  y: z
    .union([z.string(), z.array(z.string()).max(10)])
    .optional()
    .describe('Columns of the values / 数值列'),
  aggregate: z
    .enum(['sum', 'avg', 'min', 'max', 'count', 'median'])
    .optional()
    .describe('Where x repeats; sum by default'),
  title: z.string().max(200).optional(),
});
export type ChartSpec = z.output<typeof chartSpec>;

export interface QueryInput {
  readonly path: string;
  /** What SQL may call the table, beside `data`. */
  readonly names: readonly string[];
  readonly sql: string | undefined;
  readonly chart: ChartSpec | undefined;
}

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNumber: boolean;
  readonly isTime: boolean;
}

/** What a chart shows, before it is drawn. */
export interface ChartData {
  readonly type: NonNullable<ChartSpec['type']>;
  readonly x: string;
  readonly labels: readonly (string | number | null)[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

export interface QueryResult {
  readonly columns: readonly Column[];
  readonly rowCount: number;
  /** The first ones. */
  readonly rows: readonly JsonObject[];
  readonly statistics: readonly JsonObject[];
  readonly chart: ChartData | undefined;
}
