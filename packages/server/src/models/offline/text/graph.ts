import type { Both, Language } from '../contract.ts';
import { listItems } from './lists.ts';
import { optionsIn } from './options.ts';
import { trimmed } from './script.ts';
import { topicOf } from './topic.ts';

export interface TaskGraph {
  readonly nodes: readonly { readonly id: string; readonly task: string }[];
  readonly edges: readonly (readonly [string, string])[];
}

const aspects: Both<readonly ((topic: string) => string)[]> = {
  en: [
    (topic) => `What is known about “${topic}”`,
    (topic) => `What is needed for “${topic}”`,
    (topic) => `What may go wrong with “${topic}”`,
  ],
  zh: [(topic) => `梳理“${topic}”的已知信息`, (topic) => `列出“${topic}”所需的条件`, (topic) => `分析“${topic}”的风险`],
};
const lookInto: Both<(part: string) => string> = { en: (part) => part, zh: (part) => part };
const weigh: Both<(option: string) => string> = { en: (option) => `Weigh ${option}`, zh: (option) => `分析${option}` };
const join: Both<(topic: string) => string> = {
  en: (topic) => `Put the results together: ${topic}`,
  zh: (topic) => `综合各部分结果：${topic}`,
};

/** A task as smaller ones, side by side, that one last task puts together. */
export function graphOf(topic: string, language: Language): TaskGraph {
  const options = optionsIn(topic);
  const own = options.length >= 2 ? options.map(weigh[language]) : partsOf(topic).map(lookInto[language]);
  return joined(own.length >= 2 ? own : aspects[language].map((aspect) => aspect(topicOf(topic))), topic, language);
}

/** A task that has no parts. */
export function graphOfOne(topic: string, language: Language): TaskGraph {
  return joined([topic], topic, language);
}

function joined(tasks: readonly string[], topic: string, language: Language): TaskGraph {
  const nodes = tasks.slice(0, MOST).map((task, i) => ({ id: LETTERS[i] ?? `n${i}`, task }));
  const sink = { id: LETTERS[nodes.length] ?? 'z', task: join[language](topicOf(topic)) };
  return { nodes: [...nodes, sink], edges: nodes.map(({ id }) => [id, sink.id] as const) };
}

/** The parts that a request names itself. */
export function partsOf(text: string): string[] {
  const [, head = '', tail = ''] = /^([^:：]*)[:：]\s*([\s\S]+)$/.exec(text) ?? [];
  // Where more is asked for before the colon, the list belongs to the last of it.
  const listed = tail === '' || LATER.test(head) ? [] : listItems(tail);
  if (listed.length >= 2) return listed;
  const clauses = text
    .split(
      /[;；。\n?？]|[,，]\s*(?:and then|then|and|然后|并且?|再|接着|同时)\s*|\b(?:and then|then)\b|然后|接着|(?<=[^\d]),\s*(?=(?:search|find|compute|calculate|write|make|compare|check|list)\b)|[,，](?=[搜查找算计写列画比检分])|\s+and\s+(?=(?:search|find|compute|calculate|write|make|compare|check|list|tell|what|how)\b)/i,
    )
    .map((each) => trimmed(each.replace(/^(?:and|also|then|first(?:ly)?,?|再|并|然后|先|首先)\s*/i, '')));
  return clauses.filter((each) => each.length >= 2);
}

const LATER = /\bthen\b|\bafter that\b|[;；。]|然后|接着|之后/i;

export function short(topic: string): string {
  const line = topic.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

const LETTERS = 'abcdefghijklm'.split('');
const MOST = 6;
