import type { Both, Language } from '../contract.ts';
import type { Weighed } from './weigh.ts';

/** What speaks for an option and against it, in the words of whoever asked. */
export function balance({ pros, cons }: Weighed, language: Language): string {
  const { pro, con, nothing, list, next } = words[language];
  const told = [
    ...(pros.length > 0 ? [pro + quoted(pros).join(list)] : []),
    ...(cons.length > 0 ? [con + quoted(cons).join(list)] : []),
  ];
  return told.join(next) || nothing;
}

function quoted(said: readonly string[]): string[] {
  return [...new Set(said.map((word) => word.toLowerCase()))].map((word) => `“${word}”`);
}

const words: Both<{ readonly [Part in 'pro' | 'con' | 'nothing' | 'list' | 'next']: string }> = {
  en: {
    pro: 'for it: ',
    con: 'against it: ',
    nothing: 'nothing is said for or against it',
    list: ', ',
    next: '; ',
  },
  zh: { pro: '有利的是', con: '不利的是', nothing: '没有提到利弊', list: '、', next: '；' },
};
