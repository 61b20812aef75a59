import type { Dialect } from '@polywire/protocol';
import { address } from './endpoints.ts';
import { cell, code, table } from './markdown.ts';

type Language = 'en' | 'zh';

/** The table of dialects that stands in both READMEs. `hasPage`: is there a page of its own for this dialect? */
export function dialectTable(
  dialects: readonly Dialect[],
  language: Language,
  hasPage: (name: string) => boolean,
): string {
  const { head, answers } = words[language];
  const rows = dialects.map(({ name, title, endpoints, traits }) => [
    hasPage(name) ? `[${cell(title)}](docs/dialects/${name}.md)` : cell(title),
    endpoints
      .filter((endpoint) => endpoint.does === 'converse')
      .map((endpoint) => code(address(endpoint)))
      .join('<br>'),
    answers[traits.answers.approval],
  ]);
  return table(head, rows);
}

/** `text` with what stands between its two marks replaced. */
export function fill(text: string, content: string): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`The marks ${BEGIN} and ${END} are missing.`);
  return `${text.slice(0, begin + BEGIN.length)}\n\n${content}\n\n${text.slice(end)}`;
}
const BEGIN = '<!-- dialects: written by `npm run generate` -->';
const END = '<!-- /dialects -->';

const words = {
  en: {
    head: ['Dialect', 'Talk to it at', 'Questions and approvals'],
    answers: { native: 'answered in its own frames', 'next-message': 'asked as text, answered by the next message' },
  },
  zh: {
    head: ['方言', '对话地址', '提问与审批'],
    answers: { native: '用协议自身的帧回答', 'next-message': '以文本提问，下一条消息即为回答' },
  },
} as const;
