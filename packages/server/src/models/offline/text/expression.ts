import { hanNumber, withDigits } from './numbers.ts';
import { plainSigns } from './script.ts';
import { wordProblem } from './word-problem.ts';

export interface Found {
  readonly expression: string;
  /** The text is the expression and little else. */
  readonly isAlone: boolean;
  /** More than a minus or a slash, which also stand in dates and names. */
  readonly isClear: boolean;
}

/** The arithmetic in a text, whether in signs or in words. */
export function expressionIn(text: string): Found | undefined {
  const expression = longestRun(inSigns(text)) ?? wordProblem(inSigns(text));
  if (expression === undefined) return undefined;
  const rest = inSigns(text)
    .replace(expression, '')
    .replace(/[\s=?.!,:]/g, '');
  return { expression, isAlone: rest === '', isClear: /[+*^!%(]|\d\s+\/\s+\d/.test(expression) };
}

const N = String.raw`((?<![\d.])-?\d+(?:\.\d+)?(?!\d)%?|pi|\([^()]*\))`;
const P = String.raw`((?<![\d.])\d+(?:\.\d+)?%)`;
const AND = String.raw`\s*(?:,|、|and|和|与|跟|,\s*and)\s*`;
const SEVERAL = String.raw`(-?\d+(?:\.\d+)?(?:${AND}-?\d+(?:\.\d+)?)+)`;
const COUNTED = '[个本件张斤瓶箱袋支只盒台杯份公斤天人次小时月年块条把双]';

type Rewrite = readonly [pattern: string, by: string | ((...groups: string[]) => string)];

/** How arithmetic is said, and how it is written. Each is applied wherever it fits, in this order. */
const rewrites: readonly Rewrite[] = [
  [String.raw`(\d)\s*(?:percent|per cent)\b`, '$1%'],
  [`what (?:percent(?:age)?|%) of ${N} is ${N}`, '$2 / $1 * 100'],
  [`${N} is what (?:percent(?:age)?|%) of ${N}`, '$1 / $2 * 100'],
  [`${N}\\s*(?:占|是)\\s*${N}\\s*的\\s*what%`, '$1 / $2 * 100'],
  [`从\\s*${N}\\s*(?:涨|增|升|提高|增长|增加|降|跌|减少|下降)[到至]\\s*${N}(?=.*what%)`, '($2 - $1) / $1 * 100'],
  [`from ${N} to ${N}(?=.*percent)`, '($2 - $1) / $1 * 100'],
  [`(?:square root|sqrt|root) of ${N}`, 'sqrt($1)'],
  [`根号\\s*${N}`, 'sqrt($1)'],
  [`cube root of ${N}`, 'cbrt($1)'],
  [`${N}\\s*的(?:平方根|算术平方根)`, 'sqrt($1)'],
  [`${N}\\s*开(?:平方|方)`, 'sqrt($1)'],
  [`${N}\\s*的立方根`, 'cbrt($1)'],
  [`${N}\\s*(?:squared|的?平方)`, '$1^2'],
  [`${N}\\s*(?:cubed|的?立方)`, '$1^3'],
  [`${N} (?:raised )?to the (?:power (?:of )?)?${N}(?:st|nd|rd|th)?(?: power)?`, '$1^$2'],
  [`${N}\\s*的\\s*${N}\\s*次(?:方|幂)`, '$1^$2'],
  [`factorial of ${N}`, '$1!'],
  [`${N}(?: factorial|\\s*的阶乘)`, '$1!'],
  [
    `(?:sum|total) (?:of )?(?:all )?(?:the )?(?:(?:whole )?numbers|integers)?\\s*(?:from )?${N} (?:to|through|up to) ${N}`,
    '($1 + $2) * ($2 - $1 + 1) / 2',
  ],
  [
    `从?\\s*${N}\\s*(?:一直)?(?:加到|到|至)\\s*${N}\\s*(?:的|之)?(?:所有)?(?:整数|自然数|数)?的?(?:和|总和|累加)`,
    '($1 + $2) * ($2 - $1 + 1) / 2',
  ],
  [`从\\s*${N}\\s*加到\\s*${N}`, '($1 + $2) * ($2 - $1 + 1) / 2'],
  [`(?:split|share|divide)\\D{0,24}${N}\\D{0,12}(?:between|among|amongst|by|into|across)\\s*${N}`, '$1 / $2'],
  [`${N}\\D{0,8}(?:平均|平分|均)分?(?:给|成|为|到)\\D{0,4}${N}`, '$1 / $2'],
  [`(?:sine|sin) of ${N} degrees?`, 'sin($1 * pi / 180)'],
  [`(?:cosine|cos) of ${N} degrees?`, 'cos($1 * pi / 180)'],
  [`${N}\\s*度的?正弦值?`, 'sin($1 * pi / 180)'],
  [`${N}\\s*度的?余弦值?`, 'cos($1 * pi / 180)'],
  [`${P}\\s*(?:off|discount on|off of)\\s*(?:of )?${N}`, '$2 * (1 - $1)'],
  [`${N}(?:\\s+[a-z]+){0,3}?\\s*(?:with|at|after|minus)?\\s*(?:a )?${P}\\s*(?:off|discount)`, '$1 * (1 - $2)'],
  [`${P}\\s*(?:tip|tax|vat|interest|commission)?\\s*(?:of|on)\\s*${N}`, '$1 * $2'],
  [`(?:increase|raise|grow)\\s*${N} by ${P}`, '$1 * (1 + $2)'],
  [`${N} (?:increased|raised|grown) by ${P}`, '$1 * (1 + $2)'],
  [`(?:decrease|reduce|lower|cut)\\s*${N} by ${P}`, '$1 * (1 - $2)'],
  [`${N} (?:decreased|reduced|lowered|cut) by ${P}`, '$1 * (1 - $2)'],
  [`${N}\\s*(?:涨价?|增加|上涨|提高|增长)了?\\s*${P}`, '$1 * (1 + $2)'],
  [`${N}\\s*(?:降价?|减少|下降|降低|下跌|跌)了?\\s*${P}`, '$1 * (1 - $2)'],
  [`${N}\\s*的\\s*${P}`, '$1 * $2'],
  [`${N}\\D{0,6}打\\s*(\\d+(?:\\.\\d+)?)\\s*折`, (n, fold) => `${n} * 0.${fold.replace('.', '')}`],
  [`${N}\\s*的\\s*(\\(\\d+/\\d+\\))`, '$1 * $2'],
  [`(?:half|a half) of ${N}`, '$1 / 2'],
  [`(?:a )?third of ${N}`, '$1 / 3'],
  [`(?:a )?quarter of ${N}`, '$1 / 4'],
  [`(?:twice|double) ${N}`, '2 * $1'],
  [`${N}\\s*的一半`, '$1 / 2'],
  [`${N}\\s*的\\s*${N}\\s*倍`, '$1 * $2'],
  [`subtract ${N} from ${N}`, '$2 - $1'],
  [`multiply ${N} (?:by|with|and) ${N}`, '$1 * $2'],
  [`divide ${N} by ${N}`, '$1 / $2'],
  [`(?:add|sum) ${N} (?:to|and|with) ${N}`, '$1 + $2'],
  [`remainder (?:of|when) ${N} (?:is )?divided by ${N}`, 'mod($1, $2)'],
  [`${N}\\s*除以\\s*${N}\\s*的?余数`, 'mod($1, $2)'],
  [`(?:average|mean) (?:of|for) ${SEVERAL}`, (all) => `mean(${members(all)})`],
  [`median of ${SEVERAL}`, (all) => `median(${members(all)})`],
  [`(?:largest|biggest|maximum|max|highest) (?:of|among|in) ${SEVERAL}`, (all) => `max(${members(all)})`],
  [`(?:smallest|minimum|min|lowest) (?:of|among|in) ${SEVERAL}`, (all) => `min(${members(all)})`],
  [`product of ${SEVERAL}`, (all) => members(all, ' * ')],
  [`difference (?:between|of) ${N} and ${N}`, '$1 - $2'],
  [`(?:sum|total) (?:of|for) ${SEVERAL}`, (all) => members(all, ' + ')],
  [`add (?:up |together )?${SEVERAL}`, (all) => members(all, ' + ')],
  [`${SEVERAL}\\s*(?:这\\d+个数|这些数)?\\s*的?平均[值数]?`, (all) => `mean(${members(all)})`],
  [`${SEVERAL}\\s*的?中位数`, (all) => `median(${members(all)})`],
  [`${SEVERAL}\\s*(?:的和|之和|的总和|加起来|相加|的合计)`, (all) => members(all, ' + ')],
  [`${SEVERAL}\\s*(?:的积|之积|的乘积|相乘)`, (all) => members(all, ' * ')],
  [`${N}\\s*(?:和|与|减)\\s*${N}\\s*(?:的差|之差|相差)`, '$1 - $2'],
  [
    `${N} ((?!each)[a-z]+ ){0,3}?(?:at|for|costing|cost|that cost|priced at|of) ${N} (?:each|apiece|per|a piece|a day|an hour)`,
    '$1 * $3',
  ],
  [`${N}\\s*${COUNTED}[^\\d]{0,12}每${COUNTED}[^\\d]{0,6}${N}`, '$1 * $2'],
  [`每${COUNTED}[^\\d]{0,6}${N}[^\\d]{0,12}?${N}\\s*${COUNTED}`, '$2 * $1'],
  [`${N}\\s*(?:plus|added to|加上|加)\\s*`, '$1 + '],
  [`${N}\\s*(?:minus|less|take away|减去|减掉|减)\\s*`, '$1 - '],
  [`${N}\\s*(?:times|multiplied by|乘以|乘上|乘|x)\\s*(?=[-\\d(]|sqrt|cbrt)`, '$1 * '],
  [`${N}\\s*(?:divided by|over|除以)\\s*(?=[-\\d(]|sqrt|cbrt)`, '$1 / '],
  [`${N}\\s*(?:modulo|mod)\\s*${N}`, 'mod($1, $2)'],
  [`(\\))\\s*(?:plus|加上|加)\\s*`, '$1 + '],
  [`(\\))\\s*(?:minus|减去|减)\\s*`, '$1 - '],
  [`(\\))\\s*(?:times|multiplied by|乘以|乘)\\s*`, '$1 * '],
  [`(\\))\\s*(?:divided by|除以)\\s*`, '$1 / '],
];

function members(list: string, joined = ', '): string {
  return (list.match(/-?\d+(?:\.\d+)?/g) ?? []).join(joined);
}

/** The text with its arithmetic in signs and digits. */
function inSigns(text: string): string {
  let signs = plainSigns(text)
    .replace(/\d{4}-\d{1,2}-\d{1,2}|\d{1,2}:\d{2}|https?:\/\/\S+/g, ' ')
    .replace(/一([箱盒袋包瓶筐套排桌])(?=[^\d，。,]{0,10}\d)/g, '每$1')
    .replace(/一(?=[下共个起些样直般定遍道题])/g, '')
    .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replace(/[×✕✖·]/g, '*')
    .replace(/÷/g, '/')
    .replace(/[−–—]/g, '-')
    .replace(/\*\*/g, '^')
    .replace(/²/g, '^2')
    .replace(/³/g, '^3')
    .replace(/百分之(?:几|多少)|百分比/g, 'what%')
    .replace(/圆周率|π/g, 'pi')
    .replace(/百分之([零〇一二两三四五六七八九十百点]+)/g, (_, words: string) => `${hanNumber(words) ?? words}%`)
    .replace(/√\s*(\d+(?:\.\d+)?)/g, 'sqrt($1)');
  signs = withDigits(signs)
    .replace(/百分之\s*(\d+(?:\.\d+)?)/g, '$1%')
    .replace(/(\d+)\s*分之\s*(\d+)/g, '($2/$1)')
    .replace(/[$¥€£]\s*(?=\d)/g, '')
    .replace(/(?<=\d)\s*(?:元|块钱|块|美元|欧元|人民币|dollars?|euros?|usd|bucks|rmb)(?![a-z])/gi, '');
  for (const [pattern, by] of rewrites) {
    const found = new RegExp(pattern, 'gi');
    signs = typeof by === 'string' ? signs.replace(found, by) : signs.replace(found, (_, ...groups) => by(...groups));
  }
  return signs;
}

const TOKEN =
  /\s*(?:\d+(?:\.\d+)?(?:%(?!\s*\d))?!?|[-+*/^()]|(?:sqrt|cbrt|mean|median|max|min|mod|abs|ln|log10|log2|log|sin|cos|tan|round|floor|ceil|exp|pow)(?=\()|(?<=[\d)],?),(?=\s*-?\d)|\bpi\b)/iy;

/** The longest stretch of a text that is an expression. */
function longestRun(text: string): string | undefined {
  let best: string | undefined;
  for (let at = 0; at < text.length; ) {
    const end = runFrom(text, at);
    const candidate = tidy(text.slice(at, end));
    if (candidate !== undefined && candidate.length > (best?.length ?? 0)) best = candidate;
    at = Math.max(end, at + 1);
  }
  return best;
}

function runFrom(text: string, from: number): number {
  let at = from;
  for (;;) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found || found[0] === '') return at;
    at += found[0].length;
  }
}

function tidy(run: string): string | undefined {
  let text = run
    .trim()
    .replace(/^[+*/^),\s]+/, '')
    .replace(/[-+*/^(,\s]+$/, '');
  while (count(text, ')') > count(text, '(')) text = text.replace(/\)([^)]*)$/, '$1');
  while (count(text, '(') > count(text, ')')) text = text.replace(/^([^(]*)\(/, '$1');
  text = text.trim();
  const hasWork = /\d%?\)?!?\s*[-+*/^]\s*[-(\da-z]|[a-z]\(|\d!/i.test(text);
  const isCommaOutside = /,/.test(text.replace(/[a-z0-9]+\([^()]*\)/gi, ''));
  return hasWork && !isCommaOutside ? text : undefined;
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}
