import type { Ability } from '../contract.ts';
import { firstRequest } from '../text/clauses.ts';
import { longText } from '../text/long-text.ts';
import { withDigits } from '../text/numbers.ts';
import { plainRequest } from '../text/polite.ts';
import { pathIn } from '../text/quotes.ts';
import { trimmed } from '../text/script.ts';

const WRITES =
  /\b(?:write|compose|draft|give me|produce|generate|tell me)\b.{0,40}\b(?:essay|article|story|poem|text|blog(?: post)?|report|letter|speech|paragraphs?|words|novel|tale|email|paper)\b|(?:写|来|作|编|讲|生成|给我).{0,30}?(?:文章|作文|故事|诗|短文|长文|散文|报告|演讲稿?|信|邮件|文字|段落|小说|稿)|\d+\s*字/i;

/** Texts of any length about anything, made of frames and the user's own words. */
export const writing: Ability = {
  name: 'write',
  about: {
    en: 'write a text, also a long one (“write 800 words about rivers”)',
    zh: '写文章，也可以很长（“写一篇 800 字关于河流的文章”）',
  },
  recognise({ words, language }) {
    const text = plainRequest(words);
    if (!WRITES.test(text) || pathIn(text) !== undefined) return undefined;
    const topic = topicIn(plainRequest(firstRequest(text)));
    const length = lengthIn(text, language);
    return {
      sure: 0.78,
      isGreedy: true,
      why: {
        en: `A text of about ${length} words about ${topic} is wanted; I write it from what I was told.`,
        zh: `需要一篇约 ${length} 字、关于“${topic}”的文字，我根据已知信息来写。`,
      },
      say: (reply) => longText(topic, length, reply),
    };
  },
};

function topicIn(text: string): string {
  const named =
    /\b(?:about|on|of|for|titled|called|regarding)\s+(?!\d)(.+?)(?:\s+(?:in|of|with|using|about)\s+(?:about |around |roughly |at least )?\d+.*|\s+in (?:english|chinese|detail).*)?[.!?]*$/i.exec(
      text,
    )?.[1] ??
    /(?:关于|有关|以|论)[“"「]?(.+?)[”"」]?(?:的|为题|为主题)/.exec(text)?.[1] ??
    /(?:关于|有关)(.+)$/.exec(text)?.[1] ??
    /(?:文章|作文|故事|诗|短文|长文|报告|演讲稿?|文字)[，,：:]\s*(?:主题是|题目是|关于)?(.+)$/.exec(text)?.[1] ??
    text.replace(
      /^(?:write|compose|draft|tell me|写|来|讲|编)(?: me| us)?(?: an?| some)?(?: long| short)?(?:一篇|一个|一首)?/i,
      '',
    );
  return trimmed(named.replace(/(?:[，,]?\s*(?:不少于|大约|约|至少)?\s*\d+\s*(?:字|words).*)$/i, '')).slice(0, 80);
}

function lengthIn(text: string, language: 'en' | 'zh'): number {
  const digits = withDigits(text.replace(/一(?=[篇个首封段])/g, ''));
  const words = /(\d[\d,]*)\s*-?\s*(?:words?|字|个字|characters)/i.exec(digits)?.[1];
  const paragraphs = /(\d+)\s*(?:paragraphs?|段)/i.exec(digits)?.[1];
  const asked =
    words === undefined
      ? paragraphs === undefined
        ? undefined
        : Number(paragraphs) * 70
      : Number(words.replaceAll(',', ''));
  const usual = /\blong\b|\bdetailed\b|长文|很长|长篇|详细/i.test(text) ? 800 : language === 'zh' ? 300 : 180;
  return Math.min(LONGEST, Math.max(20, asked ?? usual));
}

const LONGEST = 20_000;
