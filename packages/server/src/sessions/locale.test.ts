import { expect, it } from 'vitest';
import { localeOf } from './locale.ts';

it.each([
  ['你好', 'zh'],
  ['Hello', 'en'],
  ['', 'en'],
  ['1+1=?', 'en'],
  ['用 Python 写一个 CSV reader', 'zh'],
  ['How do you say 谢谢 in proper English, please?', 'en'],
  ['分析：\nmonth,sales,region,units\nJan,1,North,2', 'zh'],
  ['Summarise this:\n图书馆从下月起延长开放时间', 'en'],
])('%s is %s', (text, locale) => {
  expect(localeOf(text)).toBe(locale);
});
