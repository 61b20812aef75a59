import { criteria } from '../abilities/compare.ts';
import type { Both, Reply, Request } from '../contract.ts';
import { introduced } from '../introduction.ts';
import { optionsIn } from '../text/options.ts';
import { topicOf } from '../text/topic.ts';
import { weigh } from '../text/weigh.ts';
import { overlap } from '../text/words.ts';
import { hashOf, listOf, requestOf } from './hints.ts';

type Way = (topic: string) => string;

const ways: Both<readonly Way[]> = {
  en: [
    (topic) => `Go at “${topic}” directly, with what is known already`,
    (topic) => `Split “${topic}” into parts and begin with the hardest`,
    (topic) => `Look for an example of “${topic}” and change what differs`,
    (topic) => `Ask what must be true for “${topic}” to work, and check that first`,
    (topic) => `Leave “${topic}” as it is and see what happens`,
  ],
  zh: [
    (topic) => `直接着手“${topic}”，先用已知的信息`,
    (topic) => `把“${topic}”拆成几部分，从最难的开始`,
    (topic) => `找一个与“${topic}”类似的例子，修改不同之处`,
    (topic) => `先问“${topic}”成立需要什么条件，逐条验证`,
    (topic) => `维持“${topic}”现状，观察结果`,
  ],
};
const choose: Both<Way> = { en: (option) => `Choose ${option}`, zh: (option) => `选择${option}` };
const deeper: Both<(path: string, criterion: string) => string> = {
  en: (path, criterion) => `${path}: look at its ${criterion}`,
  zh: (path, criterion) => `${path}：考察${criterion}`,
};

/** Different next thoughts: the options that the request names, then what each is judged by. */
export function expandThoughts(request: Request): Reply {
  const { language, words, whole } = requestOf(request);
  const count = typeof request.hints.count === 'number' ? request.hints.count : 3;
  const path = listOf(request.hints.path);
  const last = path.at(-1);
  const options = optionsOf(words, whole);
  const first =
    options.length >= 2 ? options.map(choose[language]) : ways[language].map((way) => way(topicOf(words || whole)));
  const named = criteria[language].filter((criterion) => whole.includes(criterion));
  const angles = [...named, ...criteria[language].filter((criterion) => !named.includes(criterion))];
  const next = last === undefined ? first : angles.map((criterion) => deeper[language](last, criterion));
  return json({ candidates: next.slice(0, Math.max(1, count)) });
}

/** A longer request may have its options below the line that asks. */
function optionsOf(words: string, whole: string): string[] {
  const named = optionsIn(words);
  return named.length >= 2 ? named : optionsIn(whole);
}

/** How much of the request a thought takes up; what gives up or changes nothing leads nowhere. */
export function evaluateThoughts(request: Request): Reply {
  const { language, words, whole } = requestOf(request);
  const candidates = listOf(request.hints.candidates);
  const weighed = weigh(optionsOf(words, whole), whole);
  const scores = candidates.map((candidate) => {
    const named = weighed.filter(({ option }) => candidate.includes(option));
    const [chosen] = named.sort((a, b) => b.option.length - a.option.length);
    return scoreOf(candidate, whole, chosen?.weight ?? 0);
  });
  const best = scores.indexOf(Math.max(...scores));
  const reason = {
    en: `“${candidates[best] ?? ''}” takes up most of what the request says.`,
    zh: `“${candidates[best] ?? ''}”最贴合请求的内容。`,
  }[language];
  return json({ scores, reason });
}

const WEAK = /\bleave\b|as it is|do nothing|维持|现状|不变/i;

function scoreOf(candidate: string, request: string, spoken: number): number {
  if (WEAK.test(candidate)) return 0.2;
  const score =
    0.5 +
    0.15 * Math.max(-2, Math.min(2, spoken)) +
    0.1 * overlap(candidate, request) +
    0.1 * hashOf(candidate + request);
  return Math.round(Math.max(0.05, Math.min(0.95, score)) * 100) / 100;
}

/** The answer along the chosen path. */
export function answerPath(request: Request): Reply {
  const { language, words, whole } = requestOf(request);
  const path = listOf(request.hints.path);
  const topic = topicOf(words || whole);
  const steps = path.map((thought, i) => `${i + 1}. ${thought}`);
  const text = {
    en: [
      `On “${topic}” I weighed several ways and followed the most promising:`,
      steps.join('\n'),
      `So my answer: **${path[0] ?? topic}**. It scored best against what your message says; beyond that I know nothing.`,
    ],
    zh: [
      `关于“${topic}”，我比较了几种思路，并沿着最有希望的一条走了下去：`,
      steps.join('\n'),
      `因此我的回答是：**${path[0] ?? topic}**。按照您消息中的信息，它得分最高；除此之外我没有别的知识。`,
    ],
  }[language];
  return { text: introduced(text.join('\n\n'), request.past, language) };
}

function json(value: object): Reply {
  return { text: JSON.stringify(value) };
}
