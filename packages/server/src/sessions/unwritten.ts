import type { Outcome } from '@polywire/protocol';
import type { Appended } from '../log/contract.ts';
import type { Sentence } from '../store/errors.ts';
import { refuse } from './refuse.ts';
import { storeRefusal } from './store-refusal.ts';

/** What whoever wanted something written is told when it was not: also why, and what can be done about it. */
export function unwritten(appended: Appended): Outcome {
  return told(appended, UNCHANGED);
}

/** What those are told who watch a run that cannot be written. */
export function halted(appended: Appended): Outcome {
  return told(appended, HALTED);
}

function told(appended: Appended, what: Sentence): Outcome {
  if (!('cause' in appended)) return refuse('UNAVAILABLE', inBoth(what, CHANGED_ELSEWHERE));
  const { error, code } = storeRefusal(appended.cause);
  return refuse(code, inBoth(what, error.says));
}

function inBoth(what: Sentence, why: Sentence): string {
  return `${what.en} ${why.en} / ${what.zh}${why.zh}`;
}

const UNCHANGED: Sentence = {
  en: 'The session could not be written; nothing was changed.',
  zh: '会话无法写入，未作任何更改。',
};
const HALTED: Sentence = {
  en: 'The run stands still, for it cannot be written; it goes on by itself once it can.',
  zh: '运行无法写入，暂时停住；恢复后会自动继续。',
};
const CHANGED_ELSEWHERE: Sentence = {
  en: 'It was changed elsewhere meanwhile: try again.',
  zh: '其间会话在别处被更改：请重试。',
};
