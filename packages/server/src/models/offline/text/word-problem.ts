const NUMBER = /(?<![\w.])\d+(?:\.\d+)?(?![\w.%]*\d|%)/g;
const ASKS = /[共总剩几]|多少|多远|多久|找回|找零|\b(?:how|total|altogether|in all|cost|pay|left|remain|change)\b/i;
const EACH =
  /每|\b(?:each|per|apiece|every)\b|\d\s*(?:[a-z]+ )?an? (?:month|week|day|year|hour|minute|night|piece|person)\b/i;
const CHANGE = /找(?:回|零|钱|多少)|\bchange\b/i;
const FEWER =
  /[吃用花给卖送丢借减坏走少付]|拿走|下车|离开|\b(?:gave|give|ate|eat|spen[dt]|sold|sell|los[te]|uses?d?|remove|took|take|leave|left|broke|fewer|less)\b/i;
const MORE =
  /又|再|买|得到|收|捡|来了|上车|增加|加入|\b(?:more|buy|bought|g[eo]t|receive|found|find|earn|adds?|join)\b/i;

/** A question about amounts, told as a story: so many at so much each, or some that come and go. */
export function wordProblem(text: string): string | undefined {
  const found = [...text.matchAll(NUMBER)];
  if (found.length < 2 || found.length > 5 || !ASKS.test(text)) return undefined;
  if (CHANGE.test(text)) return change(found.map(([number]) => number));
  if (EACH.test(text)) return found.length > 3 ? undefined : found.map(([number]) => number).join(' * ');
  const [first, ...rest] = found;
  let from = (first?.index ?? 0) + (first?.[0].length ?? 0);
  let expression = first?.[0] ?? '';
  for (const number of rest) {
    const between = text.slice(from, number.index);
    const sign = FEWER.test(between) ? '-' : MORE.test(between) ? '+' : undefined;
    if (sign === undefined) return undefined;
    expression += ` ${sign} ${number[0]}`;
    from = number.index + number[0].length;
  }
  return expression;
}

/** What is paid is more than what it costs, whichever is told first. */
function change(numbers: readonly string[]): string {
  const paid = [...numbers].sort((a, b) => Number(b) - Number(a))[0] ?? '';
  const costs = numbers.filter((_, i) => i !== numbers.indexOf(paid));
  return [paid, ...costs].join(' - ');
}
