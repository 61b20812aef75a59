import { trimmed } from './script.ts';

const BULLET = /^\s*(?:[-*•·]|\d+[.)、]|[（(]\d+[)）]|[一二三四五六七八九十]+[、.])\s*/;

/** The items of a list that somebody wrote: on lines of their own, or in a row. */
export function listItems(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const numbered = lines.filter((line) => BULLET.test(line));
  const items = numbered.length >= 2 ? numbered : lines.length >= 2 ? lines : inARow(text);
  return items.map((item) => trimmed(item.replace(BULLET, ''))).filter((item) => item !== '');
}

function inARow(text: string): string[] {
  const isCounted = /(?:^|\s)\(?1[.)、）][\s\S]*[\s,，;；]\(?2[.)、）]/.test(text);
  if (isCounted) return text.split(/(?:^|[\s,，;；])\(?\d+[.)、）]\s*/).filter((each) => each.trim() !== '');
  const strong = text.split(/[;；]/);
  if (strong.length >= 2) return strong;
  const parts = text.split(/[,，、]|\s+and\s+(?=[^,，、]*$)|\s*&\s*/i).map((each) => each.replace(/^\s*and\s+/i, ''));
  return parts.flatMap((part) => splitHanAnd(part, parts.length));
}

/** 和 joins the last two items of a list, and also belongs to words: only split short, even halves. */
function splitHanAnd(part: string, count: number): string[] {
  const halves = part.split(/(?:以及|和|与|跟)/);
  const isList = halves.length === 2 && halves.every((half) => half.trim().length >= 1 && half.trim().length <= 12);
  return isList && (count > 1 || halves.every((half) => half.trim().length >= 2)) ? halves : [part];
}
