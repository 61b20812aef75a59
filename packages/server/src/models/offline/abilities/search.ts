import { isJsonObject, type Json, type JsonObject } from '@polywire/protocol';
import type { Ability, Both, Done, Intent, Language } from '../contract.ts';
import { halfOf } from '../text/bilingual.ts';
import { firstMatch, plainRequest } from '../text/polite.ts';
import { firstUrl, pathIn, quoted } from '../text/quotes.ts';
import { trimmed } from '../text/script.ts';
import { overlap, sentences } from '../text/words.ts';

const BASE = `(?:the |my |our |your |this )?(?:knowledge ?base|kb|docs?|documents?|documentation|manuals?|handbook|guides?|wiki|library|product docs|help pages?|materials?|polic(?:y|ies)|rule ?book|rules|regulations|contracts?|agreement|brochure|leaflet|spec(?:ification)?s?|minutes)`;
const BASE_ZH =
  '(?:知识库|文档库|资料库|文档|资料|手册|说明书|说明|帮助|文件库|知识|公约|规定|制度|合同|条例|规章|章程|守则|指南|协议|政策|规范)';
const SEEK = `(?:search|look(?:ing)? up|look through|look in(?:to|side)?|look|check|query|browse|consult|find|dig up|find out|scan|go through|dig through|read through|comb through|skim(?: through)?|leaf through|dig into)`;
const SEEK_ZH =
  '(?:搜索|搜一搜|搜一下|搜搜|搜|检索|查询|查找|查阅|查一查|查一下|查查|查|翻一下|翻翻|翻|找一下|找找|找出|找|看看|看一下)';

/** Where it is plain that documents are meant. */
const EXPLICIT: readonly RegExp[] = [
  new RegExp(
    `${BASE_ZH}(?:里面?|中|上)?(?:对|关于|有关)(?<query>.+?)(?:是)?(?:怎么|如何|有什么|有哪些)(?:规定|说|写|讲|要求|说明|描述)?的?[？?]?$`,
  ),
  new RegExp(`^${SEEK} (?:in |through |inside )?${BASE}\\s*[:：,-]\\s*(?<query>.+)`, 'i'),
  new RegExp(
    `(?:is|are) there (?:anything|something|any information|information|a word|any mention) (?:in|inside|within) ${BASE} (?:about|on|for|regarding|that \\w+)\\s+(?<query>.+)`,
    'i',
  ),
  new RegExp(
    `${SEEK} (?:in |through |inside |into )?${BASE}(?:,| and| to)+ (?:then )?(?:tell me|see|find out|find|show me|say|explain|learn|answer|give me|let me know)?(?: me)?\\s*(?<query>.+)`,
    'i',
  ),
  new RegExp(
    `what ${BASE} (?:says?|tells?(?: us| me)?|mentions?|contains?|recommends?)(?: about| on| regarding)?\\s+(?<query>.+)`,
    'i',
  ),
  new RegExp(`^(?<query>.{4,}?),? (?:according to|in|per|as stated in|as described in) ${BASE}\\s*[?.]*$`, 'i'),
  /(?:which|what) (?:documents?|docs?|pages?|articles?|passages?|sections?) (?:\w+ )?(?:mention|cover|describe|explain|discuss|talk about|deal with|are about|contain)s?\s+(?<query>.+)/i,
  new RegExp(
    `^(?<query>.{3,}?)[？?，,。；;s]\\s*(?:请|帮我|麻烦)?(?:在|去)?${SEEK_ZH}(?:一下|下)?(?:我的|公司|产品)?${BASE_ZH}(?:里|中)?[。！!？?]*$`,
  ),
  new RegExp(
    `^(?<query>.{3,}?)[？?，,。；;s]\\s*(?:请|帮我|麻烦)?(?:在|去|从|到)${BASE_ZH}(?:里面?|中)?${SEEK_ZH}(?:一下|下)?[。！!？?]*$`,
  ),
  new RegExp(
    `^${SEEK_ZH}(?:一下|下)?(?:我的|公司|产品)?${BASE_ZH}(?:里面?|中)?[，,：:s]\\s*(?:看看|看|告诉我|了解一下|想知道)?(?<query>.+)`,
  ),
  new RegExp(`(?:哪些|哪个|哪份|有没有)${BASE_ZH}(?:里)?(?:提到|讲到|说到|涉及|包含|介绍)(?:了|过)?(?<query>.+)`),
  new RegExp(
    `^${SEEK} (?:in |through |inside )?${BASE} (?:for|about|on|to find|to see|regarding|concerning)\\s+(?<query>.+)`,
    'i',
  ),
  new RegExp(
    `${SEEK} (?:for )?(?:anything |something |information |everything |details |what .{0,20})?(?:about |on |for )?(?<query>.+?) (?:in|from|inside|within|across) ${BASE}`,
    'i',
  ),
  new RegExp(
    `what (?:do|does|did|can) ${BASE} (?:say|tell(?: us| me)?|mention|have|contain|recommend)(?: about| on| regarding)?\\s+(?<query>.+)`,
    'i',
  ),
  new RegExp(`(?:according to|based on|using|with|from) ${BASE}[,:]?\\s+(?<query>.+)`, 'i'),
  new RegExp(
    `(?:is|are) there (?:anything|something|any ${BASE}|information) (?:about |on |for )?(?<query>.+?)(?: in ${BASE})?$`,
    'i',
  ),
  new RegExp(
    `(?:in|from) ${BASE}[,:]?\\s+(?:find|search|look up|look for|show me|what|how|where)\\s*(?<query>.+)`,
    'i',
  ),
  /(?:find|show|get|bring up|give me|pull up) (?:me )?(?:the |any |some |our )?(?:docs?|documents?|documentation|passages?|articles?|pages?|guides?|notes) (?:about|on|for|regarding|that \w+|describing|mentioning)\s+(?<query>.+)/i,
  new RegExp(
    `(?:在|从|用|去|到)?${BASE_ZH}(?:里面?|中|内|上|当中)?(?:帮我|给我)?(?:再)?${SEEK_ZH}(?:一下)?(?:关于|有关)?(?<query>.+)`,
  ),
  new RegExp(
    `${SEEK_ZH}(?:一下)?(?:在)?(?:我的|产品|内部|公司|本地)?(?:知识库|文档库|资料库)(?:里面?|中)?(?:的|，|,)?(?:有没有|是否有|有关|关于)?(?<query>.+)`,
  ),
  new RegExp(
    `${BASE_ZH}(?:里面?|中|上|内)(?:是)?(?:怎么|如何|有没有|是否|关于|对)(?:说|讲|写|提到|介绍|描述)?(?:的|过|于)?(?<query>.+)`,
  ),
  new RegExp(`(?:根据|按照|依据|参考)${BASE_ZH}[，,：:]?(?:说明|告诉我|讲讲|介绍)?(?<query>.+)`),
  new RegExp(`(?:关于|有关)(?<query>.+?)的?${BASE_ZH}(?:有哪些|有吗|在哪|都说了什么|怎么说)`),
  new RegExp(`${BASE_ZH}(?:里面?|中|上|内)?(?:有|提到|讲|写|说)(?:没有|过)?(?:关于|有关)?(?<query>.+)`),
];
/** A search that does not say where. */
const PLAIN: readonly RegExp[] = [
  /^(?:search|do a search|run a search|query) (?:for |about |on )?(?<query>.+)/i,
  /^(?:look up|look for|find (?:out |information |info |something |anything |everything |documents? )?(?:about|on|regarding)) (?<query>.+)/i,
  /^(?:find out|check|see) (?<query>(?:what|how|whether|if|when|where|which|who) .+)/i,
  /^find (?:me )?(?<query>(?:documents?|documentation|docs?|information|info|passages?) .+)/i,
  /^(?:再|去|先)?(?:搜索|搜一搜|搜一下|搜搜|搜|检索|查询|查找|查阅|查一查|查一下|查查|查)(?:一下|下)?(?:关于|有关)?(?<query>.+)/,
  /^(?:找|找找|找一下|找出)(?:一下|关于|有关|些|一些)(?<query>.+)/,
];
/** Questions about the product itself, which the documents that come with it answer. */
const PRODUCT =
  /polywire|\b(?:dialects?|approvals?|event log|cursors?|resume|checkpoints?|approval polic(?:y|ies)|MCP|this server|the server|web ?socket|config(?:ure|uration)?|deploy(?:ment)?|install(?:ation)?|set ?up|tokens?|back ?ups?|environment variables?)\b|方言|审批|事件日志|游标|断线|续传|恢复运行|本服务器|这个服务器|这个产品|部署|安装|配置|令牌|备份|环境变量/i;
const QUESTION =
  /[?？]\s*$|^(?:how|what|where|which|when|why|who|can|does|do|is|are|explain|tell me|describe)\b|怎么|怎样|如何|什么|哪里|哪个|为什么|是否|能不能|吗|介绍|解释|说明/i;
const WEB =
  /\b(?:web|internet|online|google|bing|baidu|news)\b|网上|网络上|网络搜索|搜索?网络|互联网|上网|联网|百度|谷歌|新闻/i;
const PERSONAL =
  /\bmy (?!knowledge|docs?|documents?|notes|files)\w+|我的(?!文档|资料|知识库|文件)|我(?:叫|是谁|喜欢|住)/i;

const why = (query: string): Both => ({
  en: `The documents may know about “${query}”: I search the knowledge base.`,
  zh: `文档里可能有关于“${query}”的内容：我检索知识库。`,
});

/** What documents say: `search_knowledge_base`. */
export const search: Ability = {
  name: 'search',
  about: {
    en: 'search the knowledge base (“search the docs for approvals”)',
    zh: '检索知识库（“在知识库里查一下审批”）',
  },
  recognise({ words }): Intent | undefined {
    const text = plainRequest(words);
    if (WEB.test(text) || firstUrl(text) !== undefined || pathIn(text) !== undefined) return undefined;
    const explicit = firstMatch(text, EXPLICIT)?.query;
    const query = explicit ?? firstMatch(text, PLAIN)?.query;
    const sourceType = sourceIn(text);
    if (query !== undefined) {
      const meant = subject(query);
      if (meant === '') return undefined;
      const args = { query: meant, ...(sourceType !== undefined && { sourceType }) };
      return {
        sure: explicit === undefined ? 0.82 : 0.92,
        why: why(meant),
        call: { name: 'search_knowledge_base', args },
      };
    }
    if (!QUESTION.test(text) || !PRODUCT.test(text) || PERSONAL.test(text)) return undefined;
    const asked = subject(text);
    return { sure: 0.55, why: why(asked), call: { name: 'search_knowledge_base', args: { query: asked } } };
  },
  tells: { search_knowledge_base: tell },
};

/** The search on the open web, where there is one. */
export const webSearch: Ability = {
  name: 'web search',
  recognise({ words }) {
    const text = plainRequest(words);
    if (!WEB.test(text) || firstUrl(text) !== undefined) return undefined;
    if (!/search|look|find|google|check|browse|latest|news|搜|查|找|看|新闻|百度|谷歌/i.test(text)) return undefined;
    const query = subject(
      text
        .replace(
          /^(?:do a |run a )?(?:web |online |internet |google )?(?:search|look|find|check|browse|google)(?: up| out)?\s*/i,
          '',
        )
        .replace(/^(?:the )?(?:web|internet|online|google)\s*/i, '')
        .replace(/\s*(?:on|over|in|from|across)?\s*(?:the )?(?:web|internet|google|online)\b\s*/gi, ' ')
        .replace(/^\s*(?:for|about|on)\s+/i, '')
        .replace(/(?:去|在|到|从|用)?(?:网上|网络上?|互联网上?|上网|联网|百度|谷歌)(?:去|来|上)?/g, '')
        .replace(new RegExp(`^${SEEK_ZH}(?:一下|下)?(?:关于|有关)?`), ''),
    );
    if (query === '') return undefined;
    return {
      sure: 0.93,
      why: { en: `The user wants the open web: I search it for “${query}”.`, zh: `用户想查网络：我搜索“${query}”。` },
      call: { name: 'web_search', args: { query } },
    };
  },
  tells: { web_search: tell },
};

/** A query without the words around it. */
export function subject(text: string): string {
  const [named] = quoted(text);
  if (named !== undefined) return named;
  let query = trimmed(plainRequest(text));
  for (const pattern of AROUND) query = trimmed(query.replace(pattern, ''));
  return query;
}

const AROUND: readonly RegExp[] = [
  /^(?:for|about|on|regarding|concerning|to find|to see|what it says about|information (?:about|on)|info (?:about|on)|details (?:about|on)|anything (?:about|on)|the topic (?:of )?)\s+/i,
  /^how (?:do|does|did|is|are) (?=.+ (?:works?|done|made|handled|used)$)/i,
  /(?<=\w) works?$/i,
  /^(?:what (?:is|are)|what's|how (?:do|can|should) (?:i|we|you)|how to|tell me about|explain|describe|where (?:is|are|do i))\s+/i,
  /^(?:the|a|an|any|some)\s+/i,
  /\s+(?:and )?(?:tell|show|let) me (?:know |what )?.*$/i,
  /\s*(?:in|from) (?:the |my |our )?(?:knowledge base|docs?|documents?|documentation|kb)$/i,
  /^(?:一下|下|有没有|是否有|关于|有关|所有|全部|里面?的?|中的?|的)/,
  /^(?:什么是|怎么|怎样|如何)(?=.{4,})/,
  /(?:是)?(?:怎么|如何)(?:说|讲|写|介绍)的?$/,
  /(?:的)?(?:相关)?(?:内容|信息|说明|介绍|部分|资料|段落)$/,
  /(?:是什么意思|是什么|有哪些|吗|呢|的)$/,
];

function sourceIn(text: string): string | undefined {
  if (/\b(?:web ?pages?|websites?)\b|网页/i.test(text)) return 'web';
  if (/\b(?:uploaded|uploads?|pdfs?|files)\b|上传的|文件里/i.test(text)) return 'file';
  return /\b(?:product|official|polywire'?s?(?: own)?) docs\b|官方文档|产品文档/i.test(text) ? 'docs' : undefined;
}

const none = {
  en: (query: Json) =>
    `I found nothing about “${query}”, so I do not know. Try other words, or add documents to the knowledge base.`,
  zh: (query: Json) => `没有找到关于“${query}”的内容，所以我不知道。可以换个说法，或者把资料加入知识库。`,
};
const head = {
  en: (query: Json) => `This is what I found about “${query}”:`,
  zh: (query: Json) => `关于“${query}”，我找到了这些内容：`,
};

function tell({ args, result }: Done, language: Language): string {
  const { results = [], query = args.query } = isJsonObject(result) ? result : {};
  const hits = (Array.isArray(results) ? results : []).filter(isJsonObject);
  const note = isJsonObject(result) ? (result.message ?? result.note) : result;
  if (hits.length === 0) {
    return typeof note === 'string' && note !== '' ? halfOf(note, language) : none[language](query ?? '');
  }
  const told = speaking(hits, String(query ?? ''));
  if (told.length === 0) return none[language](query ?? '');
  const lines = told.map((hit) => {
    const { title, source, url } = hit;
    const said = passage(contentOf(hit), String(query ?? ''));
    const from = source ?? url;
    return `- **${title ?? from ?? ''}**${said === '' ? '' : `: ${said}`}${from === undefined || from === title ? '' : ` (${from})`}`;
  });
  return [head[language](query ?? ''), ...lines].join('\n');
}

/** Those that say in words what was asked for: a search also brings what has one of many words. */
function speaking(hits: readonly JsonObject[], query: string): readonly JsonObject[] {
  const told = hits.slice(0, SHOWN).filter((hit) => overlap(query, `${hit.title} ${prose(contentOf(hit))}`) >= ENOUGH);
  const written = told.filter((hit) => writtenWords(contentOf(hit)) !== '');
  return written.length > 0 ? written : told;
}

function contentOf({ content, snippet }: JsonObject): string {
  return String(content ?? snippet ?? '');
}

/** What is written for readers; all of it where nothing is. */
function prose(text: string): string {
  const plain = writtenWords(text);
  return plain === '' ? text.replace(/[*`|#]/g, ' ') : plain;
}

/** Without programs, commands, tables and headings. */
function writtenWords(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/^\s*(?:#+|\||\$ |\{|npx? |curl ).*$/gm, '')
    .replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+/gm, '')
    .replace(/[*`]/g, '')
    .trim();
}

/** The sentences of a passage that have most of the words asked for, in their order. */
function passage(text: string, query: string): string {
  const all = sentences(prose(text)).map((sentence) => sentence.replace(/^\/\s+/, ''));
  const rated = all
    .map((sentence, i) => ({ i, weight: overlap(query, sentence) }))
    .sort((a, b) => b.weight - a.weight || a.i - b.i);
  const fitting = rated.filter(({ weight }, place) => place === 0 || weight > 0);
  const chosen = new Set(fitting.slice(0, SENTENCES).map(({ i }) => i));
  const said = all
    .filter((_, i) => chosen.has(i))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  return said.length > LONGEST ? `${said.slice(0, LONGEST)}…` : said;
}

const ENOUGH = 0.34;
const SENTENCES = 2;
const LONGEST = 320;
/** Enough for an answer; the rest is in the card of the call. */
const SHOWN = 4;
