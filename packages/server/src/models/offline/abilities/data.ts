import { isJsonObject, type Json, type JsonObject } from '@polywire/protocol';
import type { Ability, Done, Language, Request, Said } from '../contract.ts';
import { chartType } from '../text/chart-type.ts';
import { plainRequest } from '../text/polite.ts';
import { pathIn } from '../text/quotes.ts';
import { csvOf, isTable, numberColumns, readTable, type Table } from '../text/table.ts';
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
  tells: { analyse_data: tell, display_analyse_by_code_result: tell },
};

const CHART = /\bchart|\bplot|\bgraph\b|\bvisuali|\bdraw\b|\bpie\b|\bhistogram|图|可视化/i;

interface Source {
  readonly args: JsonObject;
  readonly table?: Table;
}

function sourceOf({ pasted, files, whole }: Said, { past }: Request, text: string): Source | undefined {
  const table = isTable(pasted.split('\n').filter((line) => line.trim() !== '' && !/^[\s|:-]+$/.test(line)))
    ? readTable(pasted)
    : undefined;
  if (table) return { args: { source: 'pasted', data: csvOf(table) }, table };
  const named = pathIn(whole);
  if (named !== undefined && TABLE_FILE.test(named)) return { args: { source: named } };
  const attached = [...files, ...past.flatMap(({ said }) => said.files).reverse()].find(
    ({ name, mediaType }) => TABLE_FILE.test(name) || IS_TABLE_TYPE.test(mediaType),
  );
  const isMeant =
    files.length > 0 || /\b(?:file|table|data|csv|upload|attach|sheet|it|them)\b|文件|表格?|数据|附件|上传/i.test(text);
  return attached && isMeant ? { args: { source: attached.name } } : undefined;
}

/** Which columns, how put together, and what kind of chart. */
function wishes(text: string, table: Table | undefined): JsonObject {
  const type = chartType(text);
  const { x, y } = table ? axes(text, table) : namedAxes(text);
  const sql = table ? sqlFor(text, x, y) : undefined;
  const wantsChart = type !== undefined || CHART.test(text) || sql === undefined;
  const chart = {
    type: type ?? (x !== undefined && /date|time|year|month|week|day|日期|时间|年|月|周|日/i.test(x) ? 'line' : 'bar'),
    ...(x !== undefined && { x }),
    ...(y !== undefined && { y }),
  };
  return { ...(sql !== undefined && { sql }), ...(wantsChart && { chart }) };
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
  const english = /\b([\w-]+) (?:by|per|over|versus|vs\.?|against|for each) (?:the )?([\w-]+)/i.exec(text);
  if (english?.[1] && english[2]) return { y: english[1], x: english[2] };
  const chinese =
    /(?:按照?|各个?|每个?|分)([\p{Script=Han}\w]{1,6}?)(?:的|统计|汇总|分组|画|来|，|,)([\p{Script=Han}\w]{1,6}?)(?:$|图|柱|折|饼|的|，|。)/u.exec(
      text,
    );
  return chinese?.[1] && chinese[2] ? { x: chinese[1], y: chinese[2] } : {};
}

const FUNCTIONS: readonly (readonly [RegExp, string])[] = [
  [/\baverage\b|\bmean\b|\bavg\b|平均/i, 'AVG'],
  [/\bmax|\bhighest\b|\blargest\b|\bbest\b|\btop\b|最大|最高|最多/i, 'MAX'],
  [/\bmin|\blowest\b|\bsmallest\b|最小|最低|最少/i, 'MIN'],
  [/\bhow many\b|\bcount\b|数量|多少(?:行|条|个)/i, 'COUNT'],
  [/\btotal\b|\bsum\b|\boverall\b|总|合计|汇总/i, 'SUM'],
];

function sqlFor(text: string, x: string | undefined, y: string | undefined): string | undefined {
  const name = FUNCTIONS.find(([pattern]) => pattern.test(text))?.[1];
  if (name === undefined || y === undefined) return undefined;
  const value = `${name}(${quotedName(y)}) AS ${quotedName(`${name.toLowerCase()}_${y}`)}`;
  const isGrouped = x !== undefined && /\b(?:by|per|each|every|group)\b|按|各|每|分组|分别/i.test(text);
  return isGrouped && x !== undefined
    ? `SELECT ${quotedName(x)}, ${value} FROM data GROUP BY ${quotedName(x)} ORDER BY ${quotedName(x)}`
    : `SELECT ${value} FROM data`;
}

function quotedName(column: string): string {
  return `"${column.replaceAll('"', '""')}"`;
}

/** What the tool found, as a small table and the figures of each column. */
function tell({ result }: Done, language: Language): string {
  if (!isJsonObject(result)) return typeof result === 'string' ? result : JSON.stringify(result);
  const rows = rowsOf(result.rows ?? result.result ?? result.data ?? result.preview);
  const head = language === 'zh' ? '分析结果：' : 'The analysis:';
  const facts = Object.entries(result).flatMap(([key, value]) => fact(key, value));
  const table = rows.length === 0 ? [] : [asTable(rows.slice(0, SHOWN_ROWS))];
  const more =
    rows.length > SHOWN_ROWS ? [language === 'zh' ? `（共 ${rows.length} 行）` : `(${rows.length} rows in all)`] : [];
  return [head, ...(facts.length > 0 ? [facts.join('\n')] : []), ...table, ...more].join('\n\n');
}

function fact(key: string, value: Json): string[] {
  if (typeof value === 'string' && value.length <= 300 && !/id$|url|sql|code/i.test(key)) return [`- ${key}: ${value}`];
  if (typeof value === 'number') return /id$/i.test(key) ? [] : [`- ${key}: ${value}`];
  if (isJsonObject(value) && Object.values(value).every((each) => typeof each !== 'object')) {
    return [
      `- ${key}: ${Object.entries(value)
        .map(([name, each]) => `${name} ${each}`)
        .join(', ')}`,
    ];
  }
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([name, each]) => (isJsonObject(each) ? fact(name, each) : []));
  return [];
}

function rowsOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function asTable(rows: readonly JsonObject[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    `|${columns.map(() => '---|').join('')}`,
    ...rows.map((row) => line(columns.map((column) => row[column] ?? ''))),
  ].join('\n');
}

const SHOWN_ROWS = 10;
