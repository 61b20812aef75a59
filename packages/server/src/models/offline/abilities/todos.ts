import { isJsonObject, type JsonObject } from '@polywire/protocol';
import type { Ability, Done, Language, Request, Said } from '../contract.ts';
import { listItems } from '../text/lists.ts';
import { placeIn } from '../text/numbers.ts';
import { firstMatch, plainRequest } from '../text/polite.ts';
import { pathIn, quoted } from '../text/quotes.ts';
import { trimmed } from '../text/script.ts';
import { stepsFor } from '../text/steps.ts';
import { overlap } from '../text/words.ts';
import { GRAPHS } from './graph.ts';

const LIST = String.raw`(?:check ?-?lists?|to-?do(?: ?lists?|s)?|to do lists?|task lists?|(?:shopping|grocery|packing|reading|action|work) lists?|list of (?:\w+ )?(?:tasks|steps|things|items|todos|to-?dos|actions)|action items|action plan|step-by-step plan|plan of action|(?:\w+ )?plan\b|itinerary|agenda|milestones|schedule)`;
const MAKE = `(?:make|create|write|give|draw up|draft|prepare|build|set up|start|put together|need|want|generate|come up with|produce|compile|add|turn|keep|track|show|outline|plan)`;
const WANTED: readonly RegExp[] = [
  new RegExp(String.raw`\b${MAKE}\b.{0,60}?\b${LIST}`, 'i'),
  new RegExp(String.raw`^(?:an? |my |the |new )?${LIST}\s*(?:for|about|to|of|on|:|：)`, 'i'),
  new RegExp(
    String.raw`\b(?:as|into|in|to) (?:an? |my |the )?(?:${LIST}|steps|sub-?tasks|smaller (?:tasks|steps|pieces))`,
    'i',
  ),
  /\b(?:make|write|give me|put (?:them|it|these|this) (?:in|into|on)) (?:me )?an? (?:\w+ )?list\b/i,
  /^(?:plan|organi[sz]e|help (?:me )?plan|schedule) (?:my |our |the |a |an )?\w+/i,
  /\b(?:break|split) .{2,80}? (?:down|up|into)\b(?!.*\bgraph\b)/i,
  /\bwhat (?:are the )?steps\b.*\b(?:to|for|should|need|do)\b/i,
  /\b(?:my|the) (?:tasks|todos|to-dos) (?:are|for today)\b/i,
  /\b(?:things|stuff|tasks|jobs|chores|errands) (?:i (?:need|have|want) )?(?:to (?:do|take care of|get done|handle|sort out|buy|pack)|for)\b.*[:：]/i,
  /^(?:things|stuff|tasks|jobs|chores) (?:to do|for)\b/i,
  /\b(?:keep track of|track|organi[sz]e) (?:these|them|the following|my|this|those)\b/i,
  /^(?:today |tomorrow |this week )?i (?:have|need|still have|still need|must|want) (?:to )?(?!know|understand|see|hear|find out)[^,.?!]+,[^?]+\band\b[^?]+$/i,
  /\bwhat (?:do|should) i (?:need to )?(?:pack|prepare|bring|do (?:to|before|for))\b/i,
  /\b(?:tick|check) (?:them |these |things )?off\b.*[:：]/i,
  /(?:列|创建|新建|做|写|制定|制作|生成|建|拟|整理|准备|来|要|需要|安排|出|开|弄|加|添加|设|记|变|放).{0,24}?(?:清单|待办|任务列表|任务表|列表|计划表?|步骤|日程|行程|todo|方案)/i,
  /(?:清单|待办(?:事项)?|任务列表|todo ?list|购物单)[：:]/i,
  /(?:拆分?|分解|分|细化)成?.{0,12}(?:步骤|步|任务|小任务|子任务)/,
  /(?:要做|要办|该做|需要做|得做)的?(?:[几一二两三四五六七八九十\d]*件)?(?:事情?|任务)[：:]/,
  /^(?:规划|计划|安排|策划)(?:一下|一次|一个)?.{2,}/,
];
const NOT_A_LIST =
  /知识库|(?:画|绘).{0,12}图|图片|图像|\b(?:list|show|what are) (?:me )?(?:the |my |all )?(?:files|tools|models)\b|(?:文件|工具|模型)列表|列出.{0,6}文件/i;
const DONE_WORDS =
  /\b(?:mark|tick|check(?:ed)? off|check|cross(?:ed)? off|complete[ds]?|finish(?:ed)?|done|set|start(?:ed)?|begin|began|working on|in progress|re-?open|untick|uncheck|undo|not done|pending|update|move)\b|标记|标为|打勾|打钩|勾选|勾掉|勾上|划掉|完成|[做办写弄干忙买修读]完了?|[做办写弄买修]好了|搞定|进行中|正在做|开始做|开始|未完成|没完成|取消勾选|重新打开|改为|改成|设为|设成/i;

/** Checklists: `todo_create`. */
export const todoCreate: Ability = {
  name: 'checklist',
  about: { en: 'keep a checklist (“make a checklist: pack, book hotel”)', zh: '建立清单（“列个清单：买菜、做饭”）' },
  recognise(said, request) {
    const text = plainRequest(said.words);
    if (
      NOT_A_LIST.test(text) ||
      GRAPHS.test(text) ||
      pathIn(text) !== undefined ||
      !WANTED.some((pattern) => pattern.test(text))
    )
      return undefined;
    const { title, items } = listIn(said, request);
    const hasOwn = items.length > 0;
    // Only what is to become of something that stands before it.
    if (!hasOwn && ONLY_A_WISH.test(text)) return undefined;
    const steps = hasOwn ? items : stepsFor(title, said.language, textsOf(request.done));
    const args: JsonObject = { ...(title !== '' && { title }), items: steps };
    return {
      sure: hasOwn ? 0.94 : 0.86,
      isGreedy: hasOwn,
      follows: !hasOwn && /^(?:it|that|this|them|结果|以上|它)/.test(title),
      why: {
        en: `The user wants a checklist of ${steps.length} items.`,
        zh: `用户想要一个清单，共 ${steps.length} 条。`,
      },
      call: { name: 'todo_create', args },
    };
  },
  tells: { todo_create: tellList },
};

/** Ticks: `todo_update`. */
export const todoUpdate: Ability = {
  name: 'tick',
  about: { en: 'tick its items (“mark the second item as done”)', zh: '勾选条目（“把第二项标为完成”）' },
  recognise({ words }, request) {
    const text = plainRequest(words);
    if (!DONE_WORDS.test(text) || /^(?:make|create|write|列|创建|新建)/i.test(text)) return undefined;
    const items = latestItems(request);
    const place = placeIn(text);
    const named = place === undefined ? bestItem(text, items) : undefined;
    const index = place === -1 ? items.length - 1 : (place ?? named);
    if (index === undefined || index < 0) return undefined;
    const isAboutList =
      items.length > 0 || /item|task|todo|step|list|\bone\b|thing|项|条|任务|待办|清单|步/i.test(text);
    if (!isAboutList) return undefined;
    const status = statusIn(text);
    return {
      sure: 0.95,
      why: { en: `Item ${index + 1} of the list becomes ${status}.`, zh: `把清单第 ${index + 1} 条设为 ${status}。` },
      call: { name: 'todo_update', args: { index, status } },
    };
  },
  tells: { todo_update: tellList },
};

function listIn(said: Said, { past }: Request): { title: string; items: string[] } {
  const text = plainRequest(said.words);
  const { head, tail } = cut(text);
  const below = said.pasted === '' ? [] : listItems(said.pasted);
  const quotedItems = quoted(text).length > 1 ? quoted(text) : [];
  const named = tail === '' ? [] : listItems(oneSentence(tail));
  const before =
    /\b(?:have to|need to|must|want to|got to|going to)\s+([^.!?\n]+,[^.!?\n]+?)(?: today| tomorrow| this week| tonight)?(?:[.!?\n]|$)/i.exec(
      said.words,
    )?.[1];
  const told = before === undefined ? [] : listItems(before);
  const items =
    [named.length > 1 ? named : [], below, quotedItems, named, told]
      .map((list) => list.filter((item) => !ABOUT_THE_LIST.test(item)))
      .find((list) => list.length > 0) ?? [];
  const topic = before === undefined || tail !== '' ? topicOf(head) : '';
  const meant = /^(?:it|that|this|them|these|above|结果|以上|它|这个|上面)$/i.test(topic)
    ? (past.at(-1)?.said.words ?? topic)
    : topic;
  return {
    title:
      /^[成为做几一个下的]{0,3}$|^(?:事情?|下面|以下|以上)|^(?:these|those|this|that|it|the following|do(?: today)?|take care of|get done|handle|sort out|buy|pack)$/i.test(
        meant,
      )
        ? ''
        : meant,
    items,
  };
}

/** Items in a row end where their sentence does; those on lines of their own go on. */
function oneSentence(text: string): string {
  return text.includes('\n') ? text : text.replace(/(?:[.!?]\s+(?=[A-Z])|[。！？])[\s\S]*$/, '');
}

const ONLY_A_WISH =
  /^(?:请|帮我|请帮我)?(?:列|做|整理|建|写|记|弄|放|存|变|加)[成到进入](?:一个|一份|我的)?(?:清单|待办(?:事项)?|列表|计划)里?[。！]?$/;

/** The wish itself, where it stands behind the items. */
const ABOUT_THE_LIST =
  /^(?:请|帮我|请帮我)?(?:列|做|整理|建|写|记|弄|放|存|变|加)(?:成|一个|个|一份|出|到|进|入).{0,8}(?:清单|待办|列表|计划)?里?$|^make (?:me )?a (?:check)?list/i;

const LIST_NAME = `(?:check ?-?list|to-?do(?: ?list)?|task list|shopping list|grocery list|packing list|list|plan)`;
/** What is wanted, and the items: in one sentence, or below it. */
const SPLIT: readonly RegExp[] = [
  /^(?<head>[^:：\n]*(?:\n[^:：\n]*)?)[:：]\s*(?<items>[\s\S]+)$/,
  /^(?<head>[^\n]+)\n(?<items>[\s\S]+)$/,
  new RegExp(
    String.raw`^(?<head>.*?\b${LIST_NAME}\b.*?)\s+(?:with(?: the)?(?: items| tasks| steps| entries)?|including|containing|that (?:has|includes)|consisting of)\s+(?<items>.+)$`,
    'i',
  ),
  new RegExp(String.raw`^(?<head>)(?:add|put)\s+(?<items>.+?)\s+(?:to|on|in)\s+(?:my |the |a )?${LIST_NAME}$`, 'i'),
  /^(?<head>.*?(?:清单|待办(?:事项)?|任务列表|列表|计划表?|todo).{0,4}?)[，,]?\s*(?:包括|包含|内容是|内容有|有|分别是|条目是|为|里面有|要有|含)\s*(?<items>.+)$/i,
  /^(?<head>)(?:把|将)(?<items>.+?)(?:加入|加到|添加到|列入|列成|做成|整理成|放进|写成)(?:我的|一个)?(?:清单|待办(?:事项)?|任务列表|列表|todo)/i,
];

function cut(text: string): { head: string; tail: string } {
  const { head = text, items = '' } = firstMatch(text, SPLIT) ?? {};
  return { head, tail: items };
}

function topicOf(whole: string): string {
  const head = whole.split(/(?<=[a-z0-9)][.!?])\s+(?=[A-Z])|(?<=[。！？])/).at(-1) ?? whole;
  const topic =
    /^(?:plan|organi[sz]e|schedule|outline)\s+(.+)$/i.exec(head)?.[1] ??
    /\b(?:for|about|to|on|of)\s+(.+)$/i.exec(head.replace(new RegExp(`.*?\\b${LIST}`, 'i'), ''))?.[1] ??
    /\b(?:break|split)\s+(?:down |up )?(.+?)\s*(?:down|up|into)\b/i.exec(head)?.[1] ??
    /\bsteps\b.*?\b(?:to|for)\s+(.+)$/i.exec(head)?.[1] ??
    /(?:把|将)[“"「]?(.+?)[”"」]?(?:拆|分解|细化|分成)/.exec(head)?.[1] ??
    /(?:一个|一份|一张|个|份|张)?([^，,。：:]{1,20}?)的?(?:清单|待办(?:事项)?|待办|任务列表|列表|计划表?|步骤|日程|行程|方案)/.exec(
      head,
    )?.[1] ??
    /^(?:规划|计划|安排|策划)(?:一下|一次|一个)?(.+)/.exec(head)?.[1] ??
    '';
  return trimmed(
    topic
      .replace(/^(?:my|the|a|an|our)\s+(?=\S)/i, '')
      .replace(/^.*?(?:列出?|创建|新建|做|写|制定|制作|生成|建立?|拟|整理|准备|来|安排|出|弄|添加)(?:一下)?/, '')
      .replace(/^(?:一个|一份|一张|个|份|张|关于|有关|我的?|把)/, '')
      .replace(/(?:into|as) (?:an? )?.*$/i, ''),
  );
}

function latestItems({ past, done }: Request): string[] {
  const calls = [...past.flatMap((turn) => turn.calls), ...done];
  const made = calls.reverse().find(({ name }) => name === 'todo_create');
  const items = made?.args.items;
  return Array.isArray(items) ? items.map(String) : [];
}

function bestItem(text: string, items: readonly string[]): number | undefined {
  const rated = items.map((item) => Math.max(overlap(item, text), text.includes(item) ? 1 : 0));
  const best = Math.max(0, ...rated);
  return best >= 0.5 ? rated.indexOf(best) : undefined;
}

function statusIn(text: string): 'pending' | 'in_progress' | 'completed' {
  if (
    /\b(?:re-?open|untick|uncheck|undo|not (?:yet )?(?:done|finished|completed?)|pending|incomplete)\b|未完成|没完成|没做完|取消|重新打开|待处理|待办状态/i.test(
      text,
    )
  )
    return 'pending';
  if (/\b(?:start(?:ed)?|begin|began|working on|in[- ]progress|ongoing|under ?way)\b|进行中|正在|开始|着手/i.test(text))
    return 'in_progress';
  return 'completed';
}

function textsOf(done: readonly Done[]): string[] {
  return done.flatMap(({ result }) => {
    const hits = isJsonObject(result) && Array.isArray(result.results) ? result.results.filter(isJsonObject) : [];
    return hits.map(({ content, snippet, title }) => String(content ?? snippet ?? title ?? ''));
  });
}

/** The list itself is on every screen, as its own card or in words: it is not told twice. */
function tellList({ name, args, result }: Done, language: Language): string {
  const list = isJsonObject(result) ? result : {};
  const items = (Array.isArray(list.items) ? list.items : []).filter(isJsonObject);
  const title = typeof list.title === 'string' ? list.title : typeof args.title === 'string' ? args.title : '';
  const about = title === '' ? '' : language === 'zh' ? `“${title}”` : ` “${title}”`;
  const open = items.filter(({ status }) => status !== 'completed').length;
  const told =
    name === 'todo_create'
      ? {
          en: `The checklist${about} is ready: ${items.length} ${items.length === 1 ? 'item' : 'items'} to tick off.`,
          zh: `清单${about}已建好，共 ${items.length} 条，完成后可逐条勾选。`,
        }
      : {
          en: `Updated: ${open} of ${items.length} items are still open.`,
          zh: `已更新，还剩 ${open}/${items.length} 条未完成。`,
        };
  return told[language];
}
