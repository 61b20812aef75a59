import { isJsonObject, type Json, type JsonObject } from '@polywire/protocol';
import { z } from 'zod';
import type { Store } from '../store/contract.ts';
import { chartOptions } from './analyse/chart-options.ts';
import { type ChartData, chartSpec, type QueryResult } from './analyse/contract.ts';
import { query } from './analyse/query.ts';
import { optionsIn } from './analyse/safe-options.ts';
import { sourceOf } from './analyse/source.ts';
import type { Tool } from './contract.ts';
import { defineTool } from './define-tool.ts';
import { runScript } from './sandbox/run-script.ts';

export function analyseData({ store }: { readonly store: Store }): Tool {
  return defineTool({
    name: 'analyse_data',
    description: {
      en: 'Analyses a table (a CSV file of this session, or pasted text in `data`) and shows charts. `sql` queries the table `data` (DuckDB). `code` is JavaScript over `rows`; what it returns is the result, ECharts options among it become charts. `chart` says what to draw; without it a fitting chart is drawn.',
      zh: '分析表格（本会话的 CSV 文件，或 data 中粘贴的文本）并展示图表。sql 查询名为 data 的表（DuckDB）；code 是处理 rows 的 JavaScript，返回值即结果，其中的 ECharts 配置会成为图表；chart 指定画什么，不给时自动选择。',
    },
    parameters: z.object({
      source: z.string().max(300).optional().describe("File name, or 'pasted' / 文件名或 pasted"),
      data: z.string().max(5_000_000).optional().describe('CSV text / CSV 文本'),
      sql: z.string().max(20_000).optional(),
      code: z.string().max(100_000).optional(),
      chart: chartSpec.optional(),
    }),
    idempotent: true,
    async run({ source, data, sql, code, chart }, use) {
      const { session, owner, callId, signal, locale, emit, output } = use;
      const table = await sourceOf(store, use, { source, data });
      const found = await query(table, { sql, chart, signal });
      const rows = found.rows as JsonObject[];
      const result =
        code === undefined ? undefined : await runScript(code, { signal, globals: { rows }, onOutput: output });
      const title = chart?.title ?? titleOf(found, table.name, locale);
      const drawn = result === undefined ? [] : optionsIn(result);
      const options = drawn.length > 0 || !found.chart ? drawn : [chartOptions(found.chart, title)];
      const kept =
        options.length > 0 ? await store.analyses.add(owner, { session, callId, title, options }) : undefined;
      if (kept) emit({ type: 'chart', analysisId: kept.id, callId, title, options: [...options] });
      return {
        ...(kept && { analyse_id: kept.id, title }),
        source: table.name,
        rowCount: found.rowCount,
        columns: found.columns.map(({ name, type }) => ({ name, type })),
        statistics: [...found.statistics],
        rows: rows.slice(0, SHOWN_ROWS),
        ...(found.chart && { figures: figuresOf(found.chart) }),
        ...(result !== undefined && { result: brief(result) }),
        charts: options.length,
      };
    },
  });
}

/** For the model: the rest is in the chart. */
const SHOWN_ROWS = 50;

function titleOf({ chart }: QueryResult, source: string, locale: 'en' | 'zh'): string {
  if (!chart) return source;
  const values = chart.series.map(({ name }) => name).join(locale === 'zh' ? '、' : ', ');
  return locale === 'zh' ? `各${chart.x}的${values}` : `${values} by ${chart.x}`;
}

/** What the chart shows, for whoever cannot see it. */
function figuresOf({ x, labels, series }: ChartData): JsonObject[] {
  return labels.slice(0, SHOWN_ROWS).map((label, i) => ({
    [x]: label,
    ...Object.fromEntries(series.map(({ name, values }) => [name, values[i] ?? null])),
  }));
}

/** Charts are shown: their options need not be read again. */
function brief(result: Json): Json {
  if (optionsIn(result).length === 0) return result;
  if (!isJsonObject(result)) return null;
  const { charts: _, ...rest } = result;
  return 'series' in rest ? null : rest;
}
