import { criteria } from '../abilities/compare.ts';
import { tellAll } from '../abilities/tell.ts';
import type { Both, Reply, Request, Said } from '../contract.ts';
import { introduced } from '../introduction.ts';
import { nextMoves } from '../plan.ts';
import { optionsIn } from '../text/options.ts';
import { balance } from '../text/reasons.ts';
import { topicOf } from '../text/topic.ts';
import { weigh } from '../text/weigh.ts';
import { overlap } from '../text/words.ts';
import { hashOf, listOf, requestOf } from './hints.ts';
import { callFor, soleIntent } from './specialists.ts';

interface Way {
  readonly say: (topic: string) => string;
  /** What speaks for it whatever the topic. */
  readonly why: string;
}

const ways: Both<readonly Way[]> = {
  en: [
    {
      say: (topic) => `Go at “${topic}” directly, with what is known already`,
      why: 'nothing has to be prepared, and the first result comes soonest',
    },
    {
      say: (topic) => `Split “${topic}” into parts and begin with the hardest`,
      why: 'the hardest part shows first whether the rest is worth the effort',
    },
    {
      say: (topic) => `Look for an example of “${topic}” and change what differs`,
      why: 'what worked once saves most of the work',
    },
    {
      say: (topic) => `Ask what must be true for “${topic}” to work, and check that first`,
      why: 'a wrong assumption costs least when it is found first',
    },
    { say: (topic) => `Leave “${topic}” as it is and see what happens`, why: 'it costs nothing, and changes nothing' },
  ],
  zh: [
    { say: (topic) => `直接着手“${topic}”，先用已知的信息`, why: '无需准备，最快得到第一个结果' },
    { say: (topic) => `把“${topic}”拆成几部分，从最难的开始`, why: '最难的部分最先说明其余是否值得做' },
    { say: (topic) => `找一个与“${topic}”类似的例子，修改不同之处`, why: '已有的成功做法能省去大部分工作' },
    { say: (topic) => `先问“${topic}”成立需要什么条件，逐条验证`, why: '错误的假设越早发现代价越小' },
    { say: (topic) => `维持“${topic}”现状，观察结果`, why: '没有代价，也没有改变' },
  ],
};
const choose: Both<(option: string) => string> = {
  en: (option) => `Choose ${option}`,
  zh: (option) => `选择${option}`,
};
const deeper: Both<(path: string, criterion: string) => string> = {
  en: (path, criterion) => `${path}: look at its ${criterion}`,
  zh: (path, criterion) => `${path}：考察${criterion}`,
};

/** Different next thoughts: the options that the request names, then what each is judged by. */
export function expandThoughts(request: Request): Reply {
  const said = requestOf(request);
  const { language, whole } = said;
  const path = listOf(request.hints.path);
  const last = path.at(-1);
  const named = criteria[language].filter((criterion) => whole.includes(criterion));
  const angles = [...named, ...criteria[language].filter((criterion) => !named.includes(criterion))];
  const next =
    last === undefined ? firstThoughts(said, request) : angles.map((criterion) => deeper[language](last, criterion));
  return json({ candidates: next.slice(0, breadthOf(request)) });
}

function breadthOf({ hints: { count } }: Request): number {
  return typeof count === 'number' ? Math.max(1, count) : 3;
}

function firstThoughts(said: Said, request: Request): string[] {
  const { language, words, whole } = said;
  const options = optionsOf(words, whole);
  if (options.length >= 2) return options.map(choose[language]);
  const tool = callFor(said, request)?.name;
  const known = tool === undefined ? [] : [`${ask[language]} \`${tool}\``];
  return [...known, ...ways[language].map(({ say }) => say(topicOf(words || whole)))];
}

/** What begins so is done by a tool. */
const ask: Both = { en: 'Ask the tool', zh: '使用工具' };
const exact: Both = { en: 'it finds out instead of guessing', zh: '它能查明，而不是猜测' };

/** A longer request may have its options below the line that asks. */
function optionsOf(words: string, whole: string): string[] {
  const named = optionsIn(words);
  return named.length >= 2 ? named : optionsIn(whole);
}

/** How much of the request a thought takes up; what gives up or changes nothing leads nowhere. */
export function evaluateThoughts(request: Request): Reply {
  const said = requestOf(request);
  const judged = listOf(request.hints.candidates).map((candidate) => judge(candidate, said));
  const [best] = [...judged].sort((a, b) => b.score - a.score);
  const reason = best ? { en: `“${best.thought}”: ${best.why}.`, zh: `“${best.thought}”：${best.why}。` } : undefined;
  return json({ scores: judged.map(({ score }) => score), ...(reason && { reason: reason[said.language] }) });
}

interface Judged {
  readonly thought: string;
  readonly score: number;
  readonly why: string;
}

/** What a thought is worth, and why: what is said of its option, or what speaks for its way. */
function judge(thought: string, { language, words, whole }: Said): Judged {
  const weighed = weigh(optionsOf(words, whole), whole).filter(({ option }) => thought.includes(option));
  const [chosen] = weighed.sort((a, b) => b.option.length - a.option.length);
  const way = ways[language].find(({ say }) => say(topicOf(words || whole)) === thought);
  const isTool = thought.startsWith(ask[language]);
  const why = chosen ? balance(chosen, language) : isTool ? exact[language] : (way?.why ?? fits[language]);
  return { thought, score: scoreOf(thought, whole, chosen?.weight ?? (isTool ? 2 : 0)), why };
}

const fits: Both = { en: 'it takes up what the request says', zh: '它贴合请求的内容' };

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

/** The answer along the chosen path, beside what it was chosen from. */
export function answerPath(request: Request): Reply {
  const said = requestOf(request);
  const { language, words, whole } = said;
  const path = listOf(request.hints.path);
  const worked = optionsOf(words, whole).length >= 2 ? undefined : withTools({ ...request, said }, path);
  if (worked) return worked;
  const judged = firstThoughts(said, request)
    .slice(0, breadthOf(request))
    .map((thought) => judge(thought, said));
  const chosen = judged.find(({ thought }) => thought === path[0]);
  const others = judged.filter((each) => each !== chosen).sort((a, b) => b.score - a.score);
  const topic = topicOf(words || whole);
  const text = answers[language](topic, path, chosen ? [chosen, ...others] : judged);
  return { text: introduced(text.join('\n\n'), request.past, language) };
}

/** What a tool can find out, or what is plainly wanted, is not weighed. */
function withTools(request: Request, path: readonly string[]): Reply | undefined {
  const { language } = request.said;
  const { calls, finished, words, why } = nextMoves(request);
  if (calls.length > 0) return { reasoning: why[language], calls };
  const told =
    finished.length > 0 || soleIntent(request.said, request) ? [...tellAll(finished, language), ...words] : [];
  if (told.length === 0) return undefined;
  const text = [...told, taken[language](path[0] ?? '')].join('\n\n');
  return { text: introduced(text, request.past, language) };
}

const taken: Both<(way: string) => string> = {
  en: (way) => `The way I took: ${way}.`,
  zh: (way) => `我采取的思路：${way}。`,
};

type Answer = (topic: string, path: readonly string[], judged: readonly Judged[]) => string[];

const answers: Both<Answer> = {
  en: (topic, path, judged) => [
    `On “${topic}” I weighed ${judged.length} ways:`,
    tableOf(['way', 'score', 'why'], judged),
    `So my answer: **${path[0] ?? topic}**${judged[0] ? ` (${judged[0].why})` : ''}. ${leadOf(judged, {
      clear: (lead, second) => `It scored ${lead} more than “${second}”.`,
      close: 'The scores are close: what you say does not decide it. Tell me more of each, and the answer may change.',
    })}`,
    ...(path.length > 1 ? [`Then I went deeper:\n\n${numbered(path.slice(1))}`] : []),
    'The scores come from your words alone; beyond them I know nothing of the matter.',
  ],
  zh: (topic, path, judged) => [
    `关于“${topic}”，我比较了 ${judged.length} 种思路：`,
    tableOf(['思路', '得分', '理由'], judged),
    `因此我的回答是：**${path[0] ?? topic}**${judged[0] ? `（${judged[0].why}）` : ''}。${leadOf(judged, {
      clear: (lead, second) => `它比“${second}”高 ${lead} 分。`,
      close: '各项得分接近，仅凭您说的还难分高下；请补充各自的情况，结论可能改变。',
    })}`,
    ...(path.length > 1 ? [`随后继续深入：\n\n${numbered(path.slice(1))}`] : []),
    '得分只来自您消息中的信息，除此之外我没有别的知识。',
  ],
};

function tableOf(head: readonly string[], judged: readonly Judged[]): string {
  const rows = judged.map(({ thought, score, why }) => [cell(thought), score.toFixed(2), cell(why)]);
  return [head, ['---', '--:', '---'], ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function cell(text: string): string {
  return text.replace(/\|/g, '\\|').replace(/\s+/g, ' ');
}

function leadOf(
  [best, second]: readonly Judged[],
  { clear, close }: { clear: (lead: string, second: string) => string; close: string },
): string {
  if (!best || !second) return '';
  // As the table shows it: the difference of two rounded numbers is not quite round.
  const lead = Math.round((best.score - second.score) * 100) / 100;
  return lead >= CLEAR_LEAD ? clear(lead.toFixed(2), second.thought) : close;
}

/** What nothing but chance can make of a score. */
const CLEAR_LEAD = 0.1;

function numbered(thoughts: readonly string[]): string {
  return thoughts.map((thought, i) => `${i + 1}. ${thought}`).join('\n');
}

function json(value: object): Reply {
  return { text: JSON.stringify(value) };
}
