import { isJsonObject } from '@polywire/protocol';
import type { Both, Reply, Request, Said } from '../contract.ts';
import { introduced } from '../introduction.ts';
import { partsOf, short } from '../text/graph.ts';
import { listItems } from '../text/lists.ts';
import { optionsIn } from '../text/options.ts';
import { plainRequest } from '../text/polite.ts';
import { readSaid } from '../text/said.ts';
import { topicOf } from '../text/topic.ts';
import { fieldOf, requestOf, resultsOf } from './hints.ts';
import { callFor, soleIntent, specialists } from './specialists.ts';
import { gathered, summed, work } from './work.ts';

interface Step {
  readonly title: string;
  readonly details: string;
  readonly agent: string;
}

const usual: Both<(topic: string) => readonly Step[]> = {
  en: (topic) => [
    {
      title: `Collect what is known about “${topic}”`,
      details: `Search the knowledge base for “${topic}”`,
      agent: 'researcher',
    },
    {
      title: `Work out what follows for “${topic}”`,
      details: `Weigh what was found about “${topic}”`,
      agent: 'analyst',
    },
    { title: `Write the result down`, details: `Sum up what was found about “${topic}”`, agent: 'writer' },
  ],
  zh: (topic) => [
    { title: `收集“${topic}”的已知信息`, details: `在知识库中搜索“${topic}”`, agent: 'researcher' },
    { title: `分析“${topic}”`, details: `权衡已找到的关于“${topic}”的信息`, agent: 'analyst' },
    { title: '整理结果', details: `汇总关于“${topic}”的发现`, agent: 'writer' },
  ],
};
/** What there is to do where the request itself lists it, or names what to choose from. */
const listed: Both<(topic: string, items: string) => Step> = {
  en: (topic, items) => ({
    title: `Keep track of: ${topic}`,
    details: `Make a checklist for ${topic}: ${items}`,
    agent: 'writer',
  }),
  zh: (topic, items) => ({ title: `跟踪“${topic}”的进度`, details: `列一个${topic}的清单：${items}`, agent: 'writer' }),
};
const weighed: Both<(options: string, request: string) => Step> = {
  en: (options, request) => ({
    title: `Compare ${options}`,
    details: `Compare ${options}: ${request}`,
    agent: 'analyst',
  }),
  zh: (options, request) => ({ title: `比较${options}`, details: `比较${options}：${request}`, agent: 'analyst' }),
};
const conclude: Both<Step> = {
  en: { title: 'Sum up the results', details: 'Sum up the results of the steps before', agent: 'writer' },
  zh: { title: '汇总结果', details: '汇总前面各步骤的结果', agent: 'writer' },
};

const counted: Both<(count: number, topic: string) => string> = {
  en: (count, topic) => `${count} steps for: ${topic}`,
  zh: (count, topic) => `分 ${count} 步完成：${topic}`,
};

/** A wish that names nothing to heed. */
const ANOTHER = /^(?:another|a different|a new)(?: plan| one)?[.!]?$|^再?换一?[个份种]?(?:计划|方案)?[。！]?$/i;
const noOther: Both<string> = {
  en: 'I know no other plan for this: say what should be different.',
  zh: '我没有别的计划：请说明要怎样修改。',
};

/** A plan out of the parts that the request names, each for whoever has the tool for it. */
export function planTeam(request: Request): Reply {
  const said = requestOf(request);
  const { language, words, whole } = said;
  const topic = topicOf(words || whole);
  const sole = soleIntent(said, request);
  const parts = sole ? [words || whole] : partsOf(words);
  // What needs no tool is written.
  const own = parts.map((part) => stepFor(part, said, request, sole && 'writer'));
  const known = own.filter(({ agent }) => agent !== '');
  const base =
    known.length > 0 ? [...known.map(named(request)), conclude[language]] : withItsOwn(usual[language](topic), said);
  const feedback = fieldOf(request.hints, 'feedback');
  const asksForAnother = ANOTHER.test(plainRequest(feedback));
  const steps = asksForAnother ? base : heeding(base, feedback, said, request);
  const summary = asksForAnother ? noOther[language] : counted[language](steps.length, topic);
  return { text: JSON.stringify({ summary, steps: steps.slice(0, MOST) }) };
}

/** The usual steps, with what the request itself brings in place of the weighing. */
function withItsOwn(steps: readonly Step[], { language, words, whole }: Said): readonly Step[] {
  const text = words || whole;
  const options = optionsIn(text);
  const items = listItems(/[:：]\s*([^\n]+)$/.exec(text)?.[1] ?? '');
  const and = language === 'zh' ? '、' : ', ';
  const [first, , last] = steps as readonly [Step, Step, Step];
  if (options.length >= 2) {
    return [first, weighed[language](options.join(language === 'zh' ? '和' : ' and '), whole.slice(0, 600)), last];
  }
  return items.length >= 2 ? [first, listed[language](topicOf(text), items.join(and)), last] : steps;
}

export function workStep(request: Request): Reply {
  const { step } = request.hints;
  const title = fieldOf(step, 'title');
  const details = fieldOf(step, 'details');
  const task = details === '' ? title : details;
  const said = requestOf(request);
  // The user's words stand in such a step as a name: nothing is to be done about them again.
  if (GATHERS.test(task)) return gathered(resultsOf(request), said.language);
  return work(request, task, said, resultsOf(request));
}

/** The final answer: what each step brought. */
export function concludeTeam(request: Request): Reply {
  const { language, words, whole } = requestOf(request);
  const results = resultsOf(request);
  const topic = topicOf(words || whole);
  // A step that summed up the others says nothing new.
  const told = results.filter(({ text }, i) => i === 0 || text !== summed(results.slice(0, i)));
  const head =
    language === 'zh'
      ? `团队已完成“${topic}”，结果如下：`
      : `The team has finished “${topic}”; this is what came of it:`;
  const text = [head, ...told.map(({ task, text }, i) => `**${i + 1}. ${task}**\n\n${text}`)].join('\n\n');
  return { text: introduced(text, request.past, language) };
}

function stepFor(part: string, whole: Said, request: Request, otherwise = ''): Step {
  const said: Said = { ...readSaid(part), language: whole.language, pasted: whole.pasted, files: whole.files };
  const tool = callFor(said, request)?.name;
  const agent = Object.keys(specialists).find((name) => tool !== undefined && specialists[name]?.includes(tool));
  return { title: short(part), details: part, agent: agent ?? otherwise };
}

/** Only members that the team has: the first one where there is nobody better. */
function named({ hints }: Request): (step: Step) => Step {
  const names = (Array.isArray(hints.agents) ? hints.agents.filter(isJsonObject) : []).map(({ name }) => String(name));
  return (step) => ({
    ...step,
    agent: names.length === 0 || names.includes(step.agent) ? step.agent : (names[0] ?? ''),
  });
}

/** What the user wants to be different becomes a step of its own, before the last. */
function heeding(steps: readonly Step[], feedback: string, said: Said, request: Request): readonly Step[] {
  if (feedback === '') return steps;
  const wished = stepFor(feedback, said, request);
  const step = { ...wished, agent: wished.agent === '' ? 'researcher' : wished.agent };
  return [...steps.slice(0, -1), named(request)(step), ...steps.slice(-1)];
}

const GATHERS = /^(?:Weigh what was found|Sum up (?:what was found|the results))|^(?:权衡已找到|汇总(?:关于|前面))/;
const MOST = 5;
