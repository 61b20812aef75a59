import { z } from 'zod';
import { defineTool } from './define-tool.ts';

export const clock = defineTool({
  name: 'clock',
  description: {
    en: 'Tells the date, the day of the week and the time now, where the server is or in a time zone such as Asia/Tokyo.',
    zh: '返回现在的日期、星期和时间：服务器所在地，或指定时区（如 Asia/Tokyo）。',
  },
  parameters: z.object({
    zone: z.string().min(1).max(64).optional().describe('A time zone of the IANA list / IANA 时区名'),
  }),
  idempotent: true,
  run: ({ zone = Intl.DateTimeFormat().resolvedOptions().timeZone }, { locale }) => {
    const now = new Date();
    const told = (options: Intl.DateTimeFormatOptions, language: string) => inZone(now, zone, options, language);
    return {
      zone,
      date: told({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE'),
      time: told({ hour: '2-digit', minute: '2-digit', second: '2-digit' }, 'sv-SE'),
      weekday: told({ weekday: 'long' }, locale === 'zh' ? 'zh-CN' : 'en-GB'),
    };
  },
});

function inZone(at: Date, timeZone: string, options: Intl.DateTimeFormatOptions, language: string): string {
  try {
    return new Intl.DateTimeFormat(language, { ...options, timeZone }).format(at);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Error(`There is no time zone ${timeZone}. / 没有时区 ${timeZone}。`, { cause: error });
  }
}
