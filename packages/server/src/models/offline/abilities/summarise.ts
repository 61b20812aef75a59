import { isJsonObject } from '@polywire/protocol';
import type { Ability } from '../contract.ts';
import { plainRequest } from '../text/polite.ts';
import { firstUrl, pathIn } from '../text/quotes.ts';
import { summaryOf } from '../text/summary.ts';

export const SUMMARISE =
  /\bsummar|\btl;?dr|\bshorten|\bcondense|\bkey (?:points|takeaways|ideas)|\bmain (?:points|idea)|\bgist\b|\bin (?:a few|one|two|three) sentences?\b|\brecap\b|\bin short\b|\bbrief(?:ly)?\b|\bdigest\b|\bboil\b.*\bdown\b|总结|概括|摘要|归纳|提炼|要点|缩写|精简|大意|主要内容|简述|概述|主旨/i;

/** A text in short, by its own sentences. */
export const summarise: Ability = {
  name: 'summarise',
  about: { en: 'summarise a text that you paste', zh: '总结您粘贴的文字' },
  recognise({ words, pasted }, { past }) {
    if (!SUMMARISE.test(words) || firstUrl(words) !== undefined || pathIn(words) !== undefined) return undefined;
    const text = pasted !== '' ? pasted : afterColon(plainRequest(words));
    const source = text !== '' ? text : ([...past].reverse().find(({ answer }) => answer.length > 200)?.answer ?? '');
    return {
      sure: text === '' ? 0.85 : 0.95,
      isGreedy: true,
      why: { en: 'I pick the sentences that carry most of the text.', zh: '我挑出最能代表全文的句子。' },
      say: (language) => (source === '' ? NOTHING[language] : summaryOf(source, language)),
    };
  },
};

/** A page by its address. */
export const fetchPage: Ability = {
  name: 'read a page',
  about: { en: 'read a web page', zh: '读取网页' },
  recognise({ words }) {
    const url = firstUrl(words);
    if (url === undefined) return undefined;
    const summarises = SUMMARISE.test(words);
    return {
      sure: 0.94,
      why: { en: `I fetch ${url}.`, zh: `我读取 ${url}。` },
      call: { name: 'web_fetch', args: { url } },
      ...(summarises && { tell: ({ result }, language) => summaryOf(pageText(result), language) }),
    };
  },
  tells: {
    web_fetch({ args, result }, language) {
      const title = isJsonObject(result) && typeof result.title === 'string' ? `**${result.title}**\n\n` : '';
      const text = pageText(result);
      const head = language === 'zh' ? `${args.url} 上写着：` : `This is what ${args.url} says:`;
      return `${head}\n\n${title}${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}`;
    },
  },
};

function pageText(result: unknown): string {
  if (typeof result === 'string') return result;
  const { text, content } = isJsonObject(result) ? result : {};
  return String(text ?? content ?? JSON.stringify(result));
}

function afterColon(text: string): string {
  return /[:：]\s*([\s\S]{10,})$/.exec(text)?.[1]?.trim() ?? '';
}

const NOTHING = {
  en: 'There is nothing to summarise yet: paste the text below your request, or name a file or an address.',
  zh: '还没有可总结的内容：请把文字贴在要求下面，或给出文件名、网址。',
};
const SHOWN = 1_200;
