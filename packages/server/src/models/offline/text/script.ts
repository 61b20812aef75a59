import type { Language } from '../contract.ts';

const HAN = /\p{Script=Han}/gu;

/** A few Chinese words among English ones, or names among Chinese ones, do not change the language. */
export function languageOf(text: string): Language {
  const han = text.match(HAN)?.length ?? 0;
  const latin = text.match(/[A-Za-z]+/g)?.length ?? 0;
  return han > 0 && han >= latin ? 'zh' : 'en';
}

export function hasHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}

/** Full-width signs as their plain ones, so that one pattern reads both. Lengths stay the same. */
export function plainSigns(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/\u3000/g, ' ');
}

/** Without blanks and punctuation at both ends. */
export function trimmed(text: string): string {
  return text.replace(/^[\s,.:;!?，。：；！？、~～"'“”]+|[\s,.:;!?，。：；！？、~～"'“”]+$/gu, '');
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
