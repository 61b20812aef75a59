import type { Language } from '../contract.ts';

/** One half of a text that tools wrote in both languages at once. */
export function halfOf(text: string, language: Language): string {
  const [en = text, zh] = text.split(' / ');
  return zh === undefined ? text : language === 'zh' ? zh : en;
}
