import type { Reply, Request } from '../contract.ts';
import { best } from '../text/summary.ts';
import { sentences } from '../text/words.ts';

/** Older turns in short: what the user said, and the weightiest of what was answered. */
export function summariseHistory({ said }: Request): Reply {
  const all = sentences(said.whole);
  const chosen = new Set(best(all, MOST));
  const kept = all.filter((sentence, i) => chosen.has(i) || /^(?:user|earlier)[:：]/i.test(sentence));
  const text = kept.slice(0, MOST * 2).join(' ');
  return { text: text === '' ? said.whole.slice(0, LONGEST) : text.slice(0, LONGEST) };
}

const MOST = 8;
const LONGEST = 2_000;
