import type { Both, Said } from '../contract.ts';
import type { Courtesy } from './courtesy.ts';

/** What is returned to a courtesy before the answer to what came with it. */
const RETURNED: Readonly<Partial<Record<Courtesy, Both>>> = {
  greeting: { en: 'Hello!', zh: '你好！' },
  thanks: { en: 'You are welcome.', zh: '不客气。' },
  farewell: { en: 'Goodbye!', zh: '再见！' },
};

export function inPassing({ courtesies, language }: Said): string[] {
  return [...new Set(courtesies.flatMap((courtesy) => RETURNED[courtesy]?.[language] ?? []))];
}
