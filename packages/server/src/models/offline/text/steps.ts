import type { Both, Language } from '../contract.ts';
import { trimmed } from './script.ts';
import { sentences } from './words.ts';

/** How almost anything is gone about, with the thing's own name in it. */
const frames: Both<readonly ((topic: string) => string)[]> = {
  en: [
    (topic) => `Agree on the goal and the date: ${topic}`,
    (topic) => `Collect what is needed: ${topic}`,
    () => 'Do the first part that can be checked',
    () => 'Do the rest in order of importance',
    (topic) => `Check the result of “${topic}” and note what is left`,
  ],
  zh: [
    (topic) => `明确“${topic}”的目标和期限`,
    (topic) => `准备${topic}所需的资料和条件`,
    () => '先完成可以验证的第一部分',
    () => '按重要程度完成其余部分',
    (topic) => `检查${topic}的结果，记录遗留事项`,
  ],
};
const NAMELESS: Both = { en: 'this', zh: '这件事' };

/** Steps towards something: out of what was found about it, else the usual ones. */
export function stepsFor(topic: string, language: Language, found: readonly string[] = []): string[] {
  const named = stepsIn(found);
  if (named.length >= 2) return named;
  return frames[language].map((frame) => frame(topic === '' ? NAMELESS[language] : topic));
}

/** What a text tells one to do: its list, else its sentences. */
function stepsIn(texts: readonly string[]): string[] {
  const lines = texts.flatMap((text) => text.split('\n'));
  const listed = lines
    .filter((line) => /^\s*(?:[-*•]|\d+[.)、])\s+\S/.test(line))
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)、])\s+/, ''));
  const all = listed.length >= 2 ? listed : texts.flatMap(sentences).filter((each) => !/^[#|>`]/.test(each));
  const short = all.map((each) => trimmed(each.replace(/[*_`#]/g, ''))).filter((each) => each.length >= 4);
  return [...new Set(short.map((each) => (each.length > LONGEST ? `${each.slice(0, LONGEST)}…` : each)))].slice(
    0,
    MOST,
  );
}

const LONGEST = 80;
const MOST = 6;
