import { withDigits } from './numbers.ts';

/** Days are midnights in UTC, where every day is as long as the others. */
export function dayOf(iso: string): Date {
  return new Date(`${iso}T00:00:00Z`);
}

export function isoOf(day: Date): string {
  return day.toISOString().slice(0, 10);
}

export function daysBetween(from: Date, to: Date): number {
  return Math.round((to.getTime() - from.getTime()) / DAY_MS);
}

/** The day that a text names, as seen from today. */
export function dayIn(text: string, today: Date): Date | undefined {
  const words = text.toLowerCase();
  const plain = withDigits(words);
  return written(plain, today) ?? counted(plain, today) ?? feast(words, today) ?? named(words, today);
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH = String.raw`(?<name>${MONTHS.join('|')})[a-z]*\.?`;
const WRITTEN: readonly RegExp[] = [
  /(?<year>\d{4})\s*[-/.年]\s*(?<month>\d{1,2})\s*[-/.月]\s*(?<day>\d{1,2})/,
  /(?<month>\d{1,2})\s*月\s*(?<day>\d{1,2})\s*[日号]/,
  new RegExp(String.raw`\b${MONTH} (?<day>\d{1,2})(?:st|nd|rd|th)?\b(?:,? (?<year>\d{4}))?`),
  new RegExp(String.raw`\b(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}\b(?:,? (?<year>\d{4}))?`),
];

function written(text: string, today: Date): Date | undefined {
  for (const pattern of WRITTEN) {
    const { year, month, name, day } = pattern.exec(text)?.groups ?? {};
    if (day === undefined) continue;
    return dated(name === undefined ? Number(month) : MONTHS.indexOf(name) + 1, Number(day), today, year);
  }
  return undefined;
}

/** Without a year the next one is meant. Nothing where the calendar has no such day. */
function dated(month: number, day: number, today: Date, year?: string): Date | undefined {
  const first = year === undefined ? today.getUTCFullYear() : Number(year);
  const found = new Date(Date.UTC(first, month - 1, day));
  if (found.getUTCMonth() !== month - 1 || found.getUTCDate() !== day) return undefined;
  return year === undefined && found < today ? new Date(Date.UTC(first + 1, month - 1, day)) : found;
}

const AHEAD =
  /(?:\bin |^|\s)(\d+) (day|week|month|year)s?(?: from (?:now|today)| later)?\b|(\d+)\s*(?:个)?(天|日|周|星期|月|年)(?:之|以)?后/;
const BEHIND = /\b(\d+) (day|week|month|year)s? ago\b|(\d+)\s*(?:个)?(天|日|周|星期|月|年)(?:之|以)?前/;
const UNITS: Readonly<Record<string, readonly [days: number, months: number]>> = {
  ...{ day: [1, 0], 天: [1, 0], 日: [1, 0], week: [7, 0], 周: [7, 0], 星期: [7, 0] },
  ...{ month: [0, 1], 月: [0, 1], year: [0, 12], 年: [0, 12] },
};

function counted(text: string, today: Date): Date | undefined {
  const behind = BEHIND.exec(text);
  const found = behind ?? AHEAD.exec(text);
  const count = found?.[1] ?? found?.[3];
  const unit = UNITS[found?.[2] ?? found?.[4] ?? ''];
  if (count === undefined || !unit) return undefined;
  const far = Number(count) * (behind ? -1 : 1);
  const day = new Date(today);
  day.setUTCMonth(day.getUTCMonth() + unit[1] * far);
  day.setUTCDate(day.getUTCDate() + unit[0] * far);
  return Number.isNaN(day.getTime()) ? undefined : day;
}

/** Those that are on the same day every year. */
const FEASTS: readonly (readonly [RegExp, month: number, day: number])[] = [
  [/\bchristmas eve\b|平安夜/, 12, 24],
  [/\bchristmas\b|\bxmas\b|圣诞/, 12, 25],
  [/\bnew year'?s eve\b/, 12, 31],
  [/\bnew year\b|元旦|新年/, 1, 1],
  [/\bvalentine|情人节/, 2, 14],
  [/\bmay day\b|\blabou?r day\b|劳动节|五一/, 5, 1],
  [/儿童节/, 6, 1],
  [/国庆/, 10, 1],
  [/\bhalloween\b|万圣节/, 10, 31],
];

function feast(text: string, today: Date): Date | undefined {
  const [, month, day] = FEASTS.find(([pattern]) => pattern.test(text)) ?? [];
  return month === undefined || day === undefined ? undefined : dated(month, day, today);
}

const NAMED: readonly (readonly [RegExp, number])[] = [
  [/\bday after tomorrow\b|后天/, 2],
  [/\btomorrow\b|明天|明日/, 1],
  [/\bday before yesterday\b|前天/, -2],
  [/\byesterday\b|昨天|昨日/, -1],
  [/\btoday\b|今天|今日/, 0],
];

function named(text: string, today: Date): Date | undefined {
  const far = NAMED.find(([pattern]) => pattern.test(text))?.[1];
  return far === undefined ? undefined : new Date(today.getTime() + far * DAY_MS);
}

const DAY_MS = 86_400_000;
