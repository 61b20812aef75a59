import { tellAll } from '../abilities/tell.ts';
import type { Both, Language, Reply, Request, Said } from '../contract.ts';
import { nextMoves } from '../plan.ts';
import { short } from '../text/graph.ts';
import { readSaid } from '../text/said.ts';
import { remarks } from '../text/weigh.ts';
import { overlap } from '../text/words.ts';
import type { Result } from './hints.ts';

/**
 * A part of a larger task: with tools where its own words, or those of the request, call for one; else by what the
 * parts before it found.
 */
export function work(request: Request, task: string, whole: Said, results: readonly Result[]): Reply {
  const said: Said = { ...readSaid(task), language: whole.language, pasted: whole.pasted, files: whole.files };
  const moves = nextMoves({ ...request, said, tools: without(request.tools) });
  if (moves.calls.length > 0) return { reasoning: moves.why[said.language], calls: moves.calls };
  if (moves.finished.length > 0) return { text: tellAll(moves.finished, said.language).join('\n\n') };
  const zh = said.language === 'zh';
  const isPlain = moves.words.every((each) => /do not know|不知道/.test(each));
  if (!isPlain) return { text: moves.words.join('\n\n') };
  if (results.length > 0) return { text: summed(results) };
  const told = remarks(whole.whole).filter(
    (part) => !ASKS.test(part) && !part.includes(task) && !task.includes(part) && overlap(task, part) >= 0.5,
  );
  if (told.length > 0) return { text: zh ? `您说：${told.join('；')}。` : `You say: ${told.join('; ')}.` };
  return { text: MISSING[said.language] };
}

const MISSING: Both = {
  en: 'Missing: your message says no more about it, and the offline model knows nothing beyond.',
  zh: '需要补充：您的消息里没有更多说明，离线模型也没有别的知识。',
};

export function isMissing(text: string): boolean {
  return Object.values(MISSING).includes(text);
}

/** What the parts before brought: for a part that only looks at them. */
export function gathered(results: readonly Result[], language: Language): Reply {
  return { text: results.length > 0 ? summed(results) : MISSING[language] };
}

/** What the parts before brought, in short. */
export function summed(results: readonly Result[]): string {
  return results.map(gist).join('\n');
}

/** One line of what a part brought: what it says first, and the items where it says a list. */
function gist({ task, text }: Result): string {
  const [first = '', ...items] = text.split('\n').filter((line) => line.trim() !== '');
  const shown = items.slice(0, MOST_ITEMS).map((line) => line.replace(/^[-*]\s+(?:\[.\]\s*)?/, ''));
  const more = /[:：]$/.test(first) && shown.length > 0 ? ` ${shown.join('; ')}` : '';
  return `- **${short(task)}** – ${clipped(`${first}${more}`)}`;
}

function clipped(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const ASKS = /^(?:please )?(?:compare|weigh|should|which|what|help)\b|^(?:请|帮我)?(?:比较|对比|权衡)/i;
const MOST_ITEMS = 4;
const LONGEST = 240;

/** Members of a team and thoughts of a graph do not turn to the user. */
function without(tools: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...tools].filter((name) => name !== 'ask_user'));
}
