import { isJsonObject, type Json, type JsonObject } from '@polywire/protocol';
import type { Ability, Call, Done, Language, Request, Said } from '../contract.ts';
import { chartType } from '../text/chart-type.ts';
import { plainRequest } from '../text/polite.ts';
import { pathIn } from '../text/quotes.ts';
import { csvOf, isTable, numberColumns, readTable, type Table, tableLines } from '../text/table.ts';
import { overlap } from '../text/words.ts';

const ANALYSES =
  /\banaly[sz]|\bchart|\bplot|\bgraph\b|\bvisuali[sz]|\bstatistic|\bstats\b|\btrend|\baverage\b|\bmean\b|\btotal\b|\bsum\b|\bmax|\bmin|\bhighest\b|\blowest\b|\bcorrelat|\binsight|\bdraw\b|\bdata\b|\bgroup|\bper\b|\bpie\b|\bhistogram|分析|统计|图|总|多少|可视化|趋势|平均|总和|合计|汇总|最大|最高|最小|最低|数据|占比|分布/i;
const TABLE_FILE = /\.(?:csv|tsv|xlsx?|json)$/i;
const IS_TABLE_TYPE = /csv|tab-separated|spreadsheet|excel/i;

/** Tables into figures and charts: `analyse_data`. */
export const data: Ability = {
  name: 'analyse data',
  about: { en: 'analyse a CSV and chart it (paste it, or attach a file)', zh: '分析 CSV 并画图（粘贴内容或上传文件）' },
  recognise(said, request) {
    const text = plainRequest(said.words);
    const source = sourceOf(said, request, text);
    if (!source || !(ANALYSES.test(text) || source.table)) return undefined;
    if (
      /^(?:read|open|show me|save|write|delete|remove|读取?|打开|保存|删除|写入)/i.test(text) &&
      !source.table &&
      !CHART.test(text)
    )
      return undefined;
    return {
      sure: !source.table ? 0.91 : ANALYSES.test(text) ? 0.97 : 0.7,
      isGreedy: true,
      why: {
        en: `There is a table (${source.args.source}): I analyse it instead of reading it by eye.`,
        zh: `有一份表格（${source.args.source}）：我用分析工具处理，而不是凭眼睛看。`,
      },
      call: { name: 'analyse_data', args: { ...source.args, ...wishes(text, source.table) } },
    };
  },
  again,
  tells: { analyse_data: tell },
};

const CHART = /\bchart|\bplot|\bgraph\b|\bvisuali|\bdraw\b|\bpie\b|\bhistogram|图|可视化/i;

/** Its columns are known by then. */
const ENOUGH_ROWS = 200;

interface Source {
  readonly args: JsonObject;
  readonly table?: Table;
}

function sourceOf({ pasted, files, whole }: Said, { past }: Request, text: string): Source | undefined {
  const lines = tableLines(pasted);
  const first = lines.slice(0, ENOUGH_ROWS);
  const table = isTable(first) ? readTable(first) : undefined;
  if (table) return { args: { source: 'pasted', data: csvOf(lines) }, table };
  const before = past
    .map(({ said }) => said.pasted)
    .filter((text) => isTable(tableLines(text)))
    .at(-1);
  const known = before === undefined ? undefined : readTable(tableLines(before));
  if (before !== undefined && known && FIGURES.test(text) && known.columns.some((column) => isSaid(text, column)))
    return { args: { source: 'pasted', data: csvOf(tableLines(before)) }, table: known };
  const named = pathIn(whole);
  if (named !== undefined && TABLE_FILE.test(named)) return { args: { source: named } };
  const attached = [...files, ...past.flatMap(({ said }) => said.files).reverse()].find(
    ({ name, mediaType }) => TABLE_FILE.test(name) || IS_TABLE_TYPE.test(mediaType),
  );
  const isMeant =
    files.length > 0 || /\b(?:file|table|data|csv|upload|attach|sheet|it|them)\b|文件|表格?|数据|附件|上传/i.test(text);
  return attached && isMeant ? { args: { source: attached.name } } : undefined;
}

/** What is asked of a table that was pasted before. */
const FIGURES =
  /\b(?:most|least|fewest|highest|lowest|largest|smallest|best|worst|average|mean|total|sum|how (?:many|much)|max\w*|min\w*|chart|plot)\b|最|平均|总|合计|多少|图/i;

/** Which columns, how put together, and what kind of chart. */
function wishes(text: string, table: Table | undefined): JsonObject {
  const type = chartType(text);
  const { x, y } = table ? axes(text, table) : namedAxes(text);
  const aggregate = FUNCTIONS.find(([pattern]) => pattern.test(text))?.[1];
  const isGrouped = /\b(?:by|per|each|every|group)\b|按|各|每|分组|分别/i.test(text);
  const isOneNumber = aggregate !== undefined && !isGrouped && type === undefined && !CHART.test(text);
  if (isOneNumber && y !== undefined)
    return { sql: `SELECT ${aggregate}(${quotedName(y)}) AS ${quotedName(`${aggregate}_${y}`)} FROM data` };
  const isTime = x !== undefined && /date|time|year|month|week|day|日期|时间|年|月|周|日/i.test(x);
  return {
    chart: {
      ...((type ?? (isTime ? 'line' : table && 'bar')) !== undefined && { type: type ?? (isTime ? 'line' : 'bar') }),
      ...(x !== undefined && { x }),
      ...(y !== undefined && { y }),
      ...(aggregate !== undefined && isGrouped && { aggregate }),
    },
  };
}

function axes(text: string, table: Table): { x?: string; y?: string } {
  const numbers = numberColumns(table);
  const others = table.columns.filter((column) => !numbers.includes(column));
  const said = (columns: readonly string[]) => columns.find((column) => isSaid(text, column));
  const y = said(numbers) ?? numbers.at(-1);
  const x = said(others) ?? others[0] ?? table.columns.find((column) => column !== y);
  return { ...(x !== undefined && { x }), ...(y !== undefined && { y }) };
}

function isSaid(text: string, column: string): boolean {
  return text.toLowerCase().includes(column.toLowerCase()) || overlap(column.replace(/[_-]/g, ' '), text) >= 0.5;
}

/** Where the columns are not known: as the user names them. */
function namedAxes(text: string): { x?: string; y?: string } {
  const column =
    /\b(?:average|mean|sum|total|maximum|minimum|max|min|highest|lowest|largest|smallest|median)(?: value)? (?:of |in |for )?(?:the |all )?[“"'`]?([\w-]+)[”"'`]?(?: column| values?)?\s*[?.]?$/i.exec(
      text,
    )?.[1];
  const english = /\b([\w-]+) (?:by|per|over|versus|vs\.?|against|for each) (?:the )?([\w-]+)/i.exec(text);
  if (english?.[1] && english[2]) return { y: english[1], x: english[2] };
  const chinese =
    /(?:按照?|各个?|每个?|分)([\p{Script=Han}\w]{1,6}?)(?:的|统计|汇总|分组|画|来|，|,)(?:一下|下|所有|全部|出)?([\p{Script=Han}\w]{1,6}?)(?:$|图|柱|折|饼|的|，|。)/u.exec(
      text,
    );
  if (chinese?.[1] && chinese[2]) return { x: chinese[1], y: chinese[2] };
  const ofOne = /([\p{Script=Han}\w]{1,8}?)(?:这一?列)?的(?:平均|总和|合计|最大|最小|最高|最低)/u.exec(text)?.[1];
  const y = column ?? ofOne;
  return y === undefined ? {} : { y };
}

/** What is done with the values of a group. */
const FUNCTIONS: readonly (readonly [RegExp, string])[] = [
  [/\baverage\b|\bmean\b|\bavg\b|平均/i, 'avg'],
  [/\bmax|\bhighest\b|\blargest\b|\bbest\b|\btop\b|最大|最高|最多/i, 'max'],
  [/\bmin|\blowest\b|\bsmallest\b|最小|最低|最少/i, 'min'],
  [/\bhow many\b|\bcount\b|数量|多少(?:行|条|个)/i, 'count'],
  [/\btotal\b|\bsum\b|\boverall\b|总|合计|汇总/i, 'sum'],
];

function quotedName(column: string): string {
  return `"${column.replaceAll('"', '""')}"`;
}

/** A column that is called otherwise: the one that is meant, else the tool finds fitting ones itself. */
function again({ name, args, result }: Done): Call | undefined {
  if (name !== 'analyse_data') return undefined;
  const { chart, sql, ...rest } = args;
  if (sql !== undefined) return { name, args: rest };
  if (!isJsonObject(chart) || (chart.x === undefined && chart.y === undefined)) return undefined;
  const there = /there are ([^.]+)\./.exec(String(result))?.[1]?.split(', ') ?? [];
  const meant = (said: Json | undefined) =>
    there.find(
      (column) => String(said ?? '').includes(column) || (said !== undefined && column.includes(String(said))),
    );
  const x = meant(chart.x);
  const y = meant(chart.y);
  const { x: _, y: __, ...kept } = chart;
  const better = { ...(x !== undefined && { x }), ...(y !== undefined && { y }) };
  const isBetter = (x ?? chart.x) !== chart.x || (y ?? chart.y) !== chart.y;
  if (isBetter) return { name, args: { ...rest, chart: { ...kept, ...better } } };
  return { name, args: { ...rest, ...(chart.type !== undefined && { chart: { type: chart.type } }) } };
}

/** What the tool found: the figures of each column with numbers, and the rows where they are few. */
function tell({ result }: Done, language: Language): string {
  if (!isJsonObject(result)) return typeof result === 'string' ? result : JSON.stringify(result);
  const zh = language === 'zh';
  const { rowCount = 0, source = '', charts = 0, title } = result;
  const rows = rowsOf(result.rows);
  const name = source === 'pasted' ? (zh ? '粘贴的表格' : 'The table') : `“${source}”`;
  const head = zh ? `${name}共 ${rowCount} 行。` : `${name} has ${rowCount} rows.`;
  const facts = rowsOf(result.statistics).flatMap(({ column, sum, avg, min, max }) =>
    sum === undefined
      ? []
      : [
          zh
            ? `- ${column}：合计 ${round(sum)}，平均 ${round(avg)}，最小 ${round(min)}，最大 ${round(max)}`
            : `- ${column}: sum ${round(sum)}, average ${round(avg)}, min ${round(min)}, max ${round(max)}`,
        ],
  );
  const figures = rowsOf(result.figures);
  const isGrouped = figures.length > 0 && figures.length < Number(rowCount);
  const shown = isGrouped ? figures : rows;
  const table = shown.length > 0 && shown.length <= SHOWN_ROWS ? [asTable(shown)] : [];
  const outstanding = figures.length > 1 ? [extremes(figures, zh)] : [];
  const drawn = Number(charts) > 0 ? [zh ? `图表：${title ?? ''}` : `The chart shows ${title ?? 'them'}.`] : [];
  return [head, ...(facts.length > 0 ? [facts.join('\n')] : []), ...outstanding, ...table, ...drawn].join('\n\n');
}

/** Who has most and who has least, of the first thing that the chart shows. */
function extremes(figures: readonly JsonObject[], zh: boolean): string {
  const [x = '', y = ''] = Object.keys(figures[0] ?? {});
  const order = figures.filter((row) => row[y] !== null).sort((a, b) => Number(b[y]) - Number(a[y]));
  const most = order[0] ?? {};
  const least = order.at(-1) ?? {};
  return zh
    ? `${y}最高的${x}是 **${most[x]}**（${round(most[y])}），最低的是 ${least[x]}（${round(least[y])}）。`
    : `The ${x} with the most ${y} is **${most[x]}** (${round(most[y])}), the one with the least is ${least[x]} (${round(least[y])}).`;
}

function round(value: Json | undefined): Json {
  const number = Number(value);
  return Number.isFinite(number) ? Math.round(number * 1e4) / 1e4 : (value ?? '');
}

function rowsOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function asTable(rows: readonly JsonObject[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`;
  const body = rows.map((row) => line(columns.map((column) => row[column] ?? '')));
  return [line(columns), `|${columns.map(() => '---|').join('')}`, ...body].join('\n');
}

const SHOWN_ROWS = 12;
