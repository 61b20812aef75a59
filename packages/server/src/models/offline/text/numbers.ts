const DIGITS: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000 };
const LARGE: Readonly<Record<string, number>> = { 万: 1e4, 亿: 1e8 };

/** 三百二十五 → 325, 一万二 → 12000, 三点一四 → 3.14. undefined where it is no number. */
export function hanNumber(text: string): number | undefined {
  const [whole = '', fraction] = text.split('点');
  if (fraction !== undefined) {
    const tail = [...fraction].map((sign) => DIGITS[sign]);
    const head = hanNumber(whole);
    return head === undefined || tail.length === 0 || tail.includes(undefined)
      ? undefined
      : Number(`${head}.${tail.join('')}`);
  }
  const signs = [...whole];
  if (signs.length > 1 && signs.every((sign) => DIGITS[sign] !== undefined)) {
    return Number(signs.map((sign) => DIGITS[sign]).join(''));
  }
  let total = 0;
  let section = 0;
  let digit = 0;
  let lastUnit = 1;
  for (const sign of signs) {
    if (DIGITS[sign] !== undefined) {
      digit = DIGITS[sign];
      if (sign === '零') lastUnit = 10;
    } else if (UNITS[sign] !== undefined) {
      section += (digit === 0 && sign === '十' ? 1 : digit) * UNITS[sign];
      lastUnit = UNITS[sign];
      digit = 0;
    } else if (LARGE[sign] !== undefined) {
      total = (total + section + digit) * LARGE[sign];
      lastUnit = LARGE[sign];
      section = 0;
      digit = 0;
    } else {
      return undefined;
    }
  }
  return total + section + digit * (digit > 0 && lastUnit >= 100 ? lastUnit / 10 : 1);
}

const SMALL_WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS_WORDS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const LARGE_WORDS: Readonly<Record<string, number>> = { hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9 };
const ONE_WORD = `(?:${[...SMALL_WORDS, ...TENS_WORDS, ...Object.keys(LARGE_WORDS)].join('|')})`;
const ENGLISH = new RegExp(`\\b${ONE_WORD}(?:[\\s-]+(?:and\\s+)?${ONE_WORD})*\\b`, 'gi');
const HAN_NUMBER = /[零〇一二两三四五六七八九十百千万亿]+(?:点[零〇一二三四五六七八九]+)?/g;

/** Numbers that are written as words become digits. */
export function withDigits(text: string): string {
  return text
    .replace(ENGLISH, (words) => String(englishNumber(words)))
    .replace(/(\d+(?:\.\d+)?)\s*([万亿])/g, (_, digits: string, unit: string) =>
      String(Number(digits) * (LARGE[unit] ?? 1)),
    )
    .replace(HAN_NUMBER, (words) => String(hanNumber(words) ?? words));
}

function englishNumber(words: string): number {
  let total = 0;
  let section = 0;
  for (const word of words.toLowerCase().split(/[\s-]+/)) {
    const small = SMALL_WORDS.indexOf(word);
    const tens = TENS_WORDS.indexOf(word);
    const large = LARGE_WORDS[word];
    if (small >= 0) section += small;
    else if (tens >= 0) section += (tens + 2) * 10;
    else if (large === 100) section = (section || 1) * 100;
    else if (large !== undefined) {
      total += (section || 1) * large;
      section = 0;
    }
  }
  return total + section;
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

/** Which place is meant, from 0; -1 is the last. undefined where none is. */
export function placeIn(text: string): number | undefined {
  if (/\blast\b|最后|末尾/i.test(text)) return -1;
  const word = ORDINALS.findIndex((each) => new RegExp(`\\b${each}\\b`, 'i').test(text));
  if (word >= 0) return word;
  const han = /第\s*([零〇一二两三四五六七八九十百\d]+)/.exec(text)?.[1];
  const digits =
    /(?:#|\bitem|\bnumber|\bno\.?|\btask|\bstep|\btodo|\bentry)\s*#?\s*(\d+)/i.exec(text)?.[1] ??
    /\b(\d+)(?:st|nd|rd|th)\b/i.exec(text)?.[1] ??
    /(\d+)\s*(?:号|项|条)/.exec(text)?.[1];
  const named = han ?? digits;
  if (named !== undefined) return (/^\d+$/.test(named) ? Number(named) : (hanNumber(named) ?? 0)) - 1;
  const spelled = /(?:\bitem|\bnumber|\btask|\bstep)\s+([a-z]+)/i.exec(text)?.[1];
  const value = spelled === undefined ? -1 : SMALL_WORDS.indexOf(spelled.toLowerCase());
  return value > 0 ? value - 1 : undefined;
}
