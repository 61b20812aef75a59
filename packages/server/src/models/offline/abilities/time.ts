import { isJsonObject } from '@polywire/protocol';
import type { Ability, Done, Intent, Language } from '../contract.ts';
import { dayIn, dayOf, daysBetween, isoOf } from '../text/dates.ts';
import { plainRequest } from '../text/polite.ts';
import { trimmed } from '../text/script.ts';
import { zoneIn } from '../text/zones.ts';

const TIME =
  /\bwhat(?:'s|’s| is) the (?:current |local |exact )?time\b|\bwhat time is it\b|\b(?:current|local) time\b|\btell me the time\b|几点(?:钟)?了|^几点(?:钟)?[?？]?$|(?:现在|目前|当前|此刻).{0,4}(?:几点|时间)/i;
const DATE =
  /\bwhat(?:'s|’s| is| was| will be)? (?:the |today(?:'s|’s) )?(?:current )?date\b|\b(?:what|which) (?:day|date|weekday)(?: of the (?:week|month))? (?:is|was|will)\b|\btoday(?:'s|’s) date\b|几月几[号日]|几号(?![楼门线])|(?:星期|周|礼拜)几|(?:今天|明天|昨天)的?日期/i;
const UNTIL =
  /\bhow (?:many days|long)\b.{0,24}\b(?:until|till|to|before|since)\b|\bdays (?:until|till)\b|(?:距离?|离|到).{1,16}(?:还有|还剩|有)(?:多少|几)天|(?:还有|还剩)(?:多少|几)天/i;
/** Today is meant where no other day is named, and nothing else that might have one. */
const IMPLIED = /\b(?:is it|(?:the|current) date)(?: now| right now| please)?\s*[?.!]*$|^date[?.!]*$|现在/i;
/** A place that is named and not known is asked about. */
const PLACE = /\btime\b.{0,12} in (?!(?:24|12)\b)(?<place>[\p{L}][\p{L} .'-]{1,40}?)(?: right)?(?: now)?\s*[?.!]*$/iu;

/** What no model can know by itself: `clock`. */
export const time: Ability = {
  name: 'time',
  about: {
    en: 'tell the date and the time, and count days (“how many days until 25 December?”)',
    zh: '报日期和时间，计算天数（“到 12 月 25 日还有几天？”）',
  },
  recognise({ words }): Intent | undefined {
    const text = plainRequest(words);
    const zone = zoneIn(text);
    const call = { name: 'clock', args: zone === undefined ? {} : { zone } };
    const why = { en: 'I look at the clock instead of guessing.', zh: '我查看时钟，而不是猜测。' };
    const namesDay = dayIn(text, dayOf('2000-01-01')) !== undefined;
    if (UNTIL.test(text) && namesDay)
      return { sure: 0.97, why, call, tell: (done, language) => distance(text, done, language) };
    if (TIME.test(text)) {
      const place = zone === undefined ? PLACE.exec(text)?.groups?.place : undefined;
      return place === undefined
        ? { sure: 0.94, why, call }
        : { sure: 0.94, why, say: (language) => nowhere(place, language) };
    }
    if (DATE.test(text) && (namesDay || IMPLIED.test(text)))
      return { sure: 0.97, why, call, tell: (done, language) => date(text, done, language) };
    return undefined;
  },
  tells: { clock: now },
};

function now(done: Done, language: Language): string {
  const { zone, date: today, weekday, time: clock } = read(done);
  const short = clock.slice(0, 5);
  return language === 'zh'
    ? `现在是 ${today} ${weekday} **${short}**（${zone}）。`
    : `It is **${short}** on ${weekday}, ${today} (${zone}).`;
}

function date(text: string, done: Done, language: Language): string {
  const today = dayOf(read(done).date);
  const day = dayIn(text, today) ?? today;
  const far = daysBetween(today, day);
  const named = `${isoOf(day)}${language === 'zh' ? '，' : ', '}${weekdayOf(day, language)}`;
  if (far === 0) return language === 'zh' ? `今天是 **${named}**。` : `Today is **${named}**.`;
  return `**${named}**${language === 'zh' ? `（${apart(far, language)}）。` : ` (${apart(far, language)}).`}`;
}

function distance(text: string, done: Done, language: Language): string {
  const today = dayOf(read(done).date);
  const day = dayIn(text, today) ?? today;
  const far = daysBetween(today, day);
  const named = `${isoOf(day)}${language === 'zh' ? `（${weekdayOf(day, language)}）` : ` (${weekdayOf(day, language)})`}`;
  if (far === 0) return language === 'zh' ? `${named}就是今天。` : `${named} is today.`;
  const count = Math.abs(far);
  if (language === 'zh') return far > 0 ? `距离 ${named}还有 **${count} 天**。` : `${named}已经过去 **${count} 天**。`;
  const days = `**${count} ${count === 1 ? 'day' : 'days'}**`;
  return far > 0 ? `${days} until ${named}.` : `${days} since ${named}.`;
}

function apart(far: number, language: Language): string {
  const count = Math.abs(far);
  if (language === 'zh') return far > 0 ? `${count} 天后` : `${count} 天前`;
  const days = `${count} ${count === 1 ? 'day' : 'days'}`;
  return far > 0 ? `in ${days}` : `${days} ago`;
}

function weekdayOf(day: Date, language: Language): string {
  const options = { weekday: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', options).format(day);
}

function nowhere(place: string, language: Language): string {
  const named = trimmed(place);
  return language === 'zh'
    ? `我不知道“${named}”在哪个时区；请写成 Asia/Tokyo 这样的时区名。`
    : `I do not know the time zone of “${named}”: name it like Asia/Tokyo.`;
}

function read({ result }: Done): { zone: string; date: string; weekday: string; time: string } {
  const { zone = '', date: day = '', weekday = '', time: clock = '' } = isJsonObject(result) ? result : {};
  return { zone: String(zone), date: String(day), weekday: String(weekday), time: String(clock) };
}
