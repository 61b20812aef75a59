import type { JsonObject } from '@polywire/protocol';
import type { Ability, Said } from '../contract.ts';
import { chartType } from '../text/chart-type.ts';
import { listItems } from '../text/lists.ts';
import { plainRequest } from '../text/polite.ts';
import { pathIn } from '../text/quotes.ts';
import { capital, trimmed } from '../text/script.ts';

const DRAW = `(?:draw|sketch|paint|illustrate|make|create|generate|design|render|produce|give me|show me|i want|i need|visuali[sz]e)`;
const PICTURE = `(?:pictures?|images?|drawings?|diagrams?|flow ?charts?|illustrations?|icons?|logos?|posters?|sketch(?:es)?|charts?|graphics?|schemas?|mind ?maps?|org charts?|timelines?|(?:bar|pie|line) (?:chart|graph)s?)`;
const WANTED: readonly RegExp[] = [
  new RegExp(String.raw`\b${DRAW}\b.{0,50}?\b${PICTURE}\b`, 'i'),
  /^(?:draw|sketch|paint|illustrate)\b/i,
  new RegExp(String.raw`\b(?:as|into|in|using) (?:an? |the )?(?:\w+ )?${PICTURE}\b`, 'i'),
  new RegExp(String.raw`^(?:an? |the |my )?(?:\w+ ){0,2}${PICTURE}(?: please)?\s*[:：,]`, 'i'),
  /^visuali[sz]e\b/i,
  /(?:流程图|柱状图|饼图|折线图|示意图|架构图|思维导图|结构图|关系图|时序图|图表)[：:，,]/,
  /(?:用|以)(?:一张|一个|个)?(?:流程|示意|柱状|饼|折线|架构)?图(?:来)?(?:表示|展示|说明|呈现|描述)|(?:画|做|变|转|绘)成(?:一张|一个|一幅)?.{0,6}图|图示|图解|可视化/,
  new RegExp(String.raw`^(?:an? |the )?${PICTURE} (?:of|showing|for|that|with|about)\b`, 'i'),
  /(?:画|绘制|绘|生成|做|制作|设计|创建|来|出|给我|要).{0,24}?(?:图片|图像|流程图|示意图|插图|插画|海报|图标|架构图|结构图|关系图|思维导图|时序图|柱状图|饼图|折线图|图表|画|图)(?!书)/,
  /^(?:画|绘制)(?:一|个|张|幅|只|下|出)?.+/,
];
const NOT_AN_IMAGE =
  /思维图|任务图|依赖图|graph of thoughts|task graph|dependency graph|\b(?:csv|dataset|spreadsheet)\b|这份数据|这些数据|图书|计划|清单/i;

/** Pictures as charts and diagrams: `make_image`. */
export const image: Ability = {
  name: 'draw',
  about: {
    en: 'draw a chart or a diagram (“draw a flowchart: order → pay → ship”)',
    zh: '画图表或示意图（“画一张流程图：下单 → 付款 → 发货”）',
  },
  recognise(said) {
    const text = plainRequest(said.words);
    if (NOT_AN_IMAGE.test(text) || /\.(?:csv|tsv|xlsx?)\b/i.test(pathIn(text) ?? '')) return undefined;
    if (!WANTED.some((pattern) => pattern.test(text))) return undefined;
    const args = picture(text, said);
    return {
      sure: 0.84,
      isGreedy: true,
      why: {
        en: `I draw a ${args.kind}: ${args.title}.`,
        zh: `我来画一张${args.kind === 'chart' ? '图表' : '示意图'}：${args.title}。`,
      },
      call: { name: 'make_image', args },
    };
  },
  tells: {
    // The picture itself is shown by its own event, wherever a front end comes from.
    make_image: ({ args }, language) =>
      language === 'zh' ? `图画好了：${args.title}` : `Here is the picture: ${args.title}`,
  },
};

function picture(text: string, { pasted }: Said): JsonObject {
  const tail =
    /[:：]\s*([\s\S]+)$/.exec(text)?.[1] ??
    /(?:包括|包含|分别是|including|consisting of|with (?:the )?(?:nodes|steps|parts|boxes))\s*(.+)$/i.exec(text)?.[1] ??
    (/\d/.test(text) ? /\b(?:of|with|for)\s+(.+\d.*)$/i.exec(text)?.[1] : undefined) ??
    pasted;
  const chain = arrowsIn(text);
  const named = titleIn(chain.length >= 2 ? text.replace(/(?:->|→|=>|➜|-->)/g, ' ') : text);
  const title =
    chain.length >= 2 && named.length > 30
      ? `${chain[0]} … ${chain.at(-1)}`
      : GENERIC.test(named) && tail !== ''
        ? capital(trimmed(tail).slice(0, 60))
        : named;
  const values = valuesIn(tail === '' ? text : tail);
  if (values.length >= 2)
    return {
      kind: 'chart',
      title,
      type: chartType(text) ?? 'bar',
      labels: values.map(({ label }) => label),
      values: values.map(({ value }) => value),
    };
  const steps = chain.length >= 2 ? chain : stepsIn(tail);
  return { kind: 'diagram', title, nodes: steps.length >= 2 ? steps : [title] };
}

/** No title, but the kind of picture. */
const GENERIC = /^(?:图片|图像|图|插图|picture|image|drawing|diagram)$/i;

function titleIn(text: string): string {
  const head = text.replace(/[:：][\s\S]*$/, '').replace(/[，,]?\s*(?:包括|包含|分别是|including).*$/i, '');
  const named =
    /\b(?:of|showing|for|about|with|that shows|depicting|called|titled)\s+(?:the |a |an |my |our )?(.+)$/i.exec(
      head,
    )?.[1] ??
    /^(?:draw|sketch|paint|illustrate)(?: me)?\s+(?:a |an |the )?(.+)$/i.exec(head)?.[1] ??
    /(?:一张|一幅|一个|个|张|幅|关于)([^，。]{1,30}?)的?(?:图片|图像|流程图|示意图|插图|插画|海报|图标|架构图|结构图|关系图|思维导图|时序图|柱状图|饼图|折线图|图表|画|图)/.exec(
      head,
    )?.[1] ??
    /^(?:画|绘制|生成)(?:一张|一幅|一个|一只|一下|个|张|幅)?(.+)$/.exec(head)?.[1] ??
    head;
  const title = capital(trimmed(named.replace(/^(?:关于|有关|的|展示|一个)/, '')));
  return (/(?:流程|架构|结构|关系|饼|柱状|折线)$/.test(title) ? `${title}图` : title) || head;
}

/** `apples 3, pears 5`, 苹果3、梨5, `Jan: 10` */
function valuesIn(text: string): { label: string; value: number }[] {
  return listItems(text).flatMap((item) => {
    const found = /^(.{1,30}?)[\s:：=是为有(（]*?(-?\d+(?:\.\d+)?)\s*(?:%|个|元|万|人|次|吨|kg)?[)）]?$/.exec(item);
    const first = /^(-?\d+(?:\.\d+)?)\s*(?:%|x|个)?\s*(?:of |for )?(\D{1,30})$/.exec(item);
    const label = trimmed(found?.[1] ?? first?.[2] ?? '');
    const value = found?.[2] ?? first?.[1];
    return value !== undefined && label !== '' ? [{ label, value: Number(value) }] : [];
  });
}

const ARROW = /\s*(?:-->|->|→|=>|➜|—>)\s*/;

/** `a -> b -> c`, without the words before and after it. */
function arrowsIn(text: string): string[] {
  const line = text.split('\n').find((each) => ARROW.test(each)) ?? '';
  const parts = line.split(ARROW).map(trimmed);
  const last = parts.length - 1;
  return parts
    .map((part, i) =>
      i === 0 ? part.replace(/^.*[:：]\s*|^(?:把|将|draw|show|sketch|visuali[sz]e|make|turn|画)\s*/i, '') : part,
    )
    .map((part, i) =>
      i === last ? part.replace(/\s*(?:as|into|in) (?:an? )?[\w ]+$|\s*(?:画|做|绘|变|转)成.*$|[，,。].*$/i, '') : part,
    )
    .map(trimmed)
    .filter((part) => part !== '');
}

function stepsIn(text: string): string[] {
  const listed = text === '' ? [] : listItems(text);
  if (listed.length >= 2)
    return listed.map((step) =>
      trimmed(step.replace(/^(?:and then|then|finally|first(?:ly)?|首先|先|然后|接着|最后|再)\s*/i, '')),
    );
  return text
    .split(/\s+(?:to|then|and then|followed by)\s+|(?:然后|接着|最后|再到|之后)/i)
    .map(trimmed)
    .filter((step) => step !== '');
}
