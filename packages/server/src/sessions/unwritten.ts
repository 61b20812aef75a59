import type { Outcome } from '@polywire/protocol';
import type { Appended } from '../log/contract.ts';
import { StoreError } from '../store/errors.ts';
import { refuse } from './refuse.ts';

/** What whoever wanted something written is told when it was not: also why, and what can be done about it. */
export function unwritten(appended: Appended): Outcome {
  const why = 'cause' in appended ? StoreError.from(appended.cause).says : { en: '', zh: '' };
  return refuse('STORAGE_FULL', `${WORDS.en} ${why.en}`.trimEnd().concat(' / ', WORDS.zh, why.zh));
}

const WORDS = {
  en: 'The session could not be written; nothing was changed.',
  zh: '会话无法写入，未作任何更改。',
};
