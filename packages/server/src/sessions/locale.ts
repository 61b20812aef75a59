/**
 * The language somebody writes, told by the script of the first line that has letters: what follows it is often
 * pasted, and then says nothing of them.
 */
export function localeOf(text: string): 'en' | 'zh' {
  const line = text.split('\n').find((each) => LETTER.test(each)) ?? '';
  const characters = line.match(HAN)?.length ?? 0;
  const words = line.match(LATIN_WORD)?.length ?? 0;
  // A Chinese word has about two characters.
  return characters > 0 && characters * 2 >= words ? 'zh' : 'en';
}

const LETTER = /\p{L}/u;
const HAN = /\p{Script=Han}/gu;
const LATIN_WORD = /\p{Script=Latin}+/gu;
