import { tellAll } from '../abilities/tell.ts';
import type { Reply, Request, Said } from '../contract.ts';
import { nextMoves } from '../plan.ts';
import { readSaid } from '../text/said.ts';
import { summaryOf } from '../text/summary.ts';
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
  const known = results.map(({ text }) => text).join('\n');
  const zh = said.language === 'zh';
  if (known !== '') return { text: `${task}\n\n${summaryOf(known, said.language, 3)}` };
  const isPlain = moves.words.every((each) => /do not know|不知道/.test(each));
  if (!isPlain) return { text: moves.words.join('\n\n') };
  return {
    text: zh
      ? `${task}：消息里没有更多信息；作为离线模型，我只能指出这一点需要有人补充。`
      : `${task}: your message says no more about it, and the offline model knows nothing beyond; somebody has to fill this in.`,
  };
}

/** Members of a team and thoughts of a graph do not turn to the user. */
function without(tools: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...tools].filter((name) => name !== 'ask_user'));
}
