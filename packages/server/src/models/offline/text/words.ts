import { hasHan } from './script.ts';

const COMMON = new Set(
  'a an the of to in on for and or but is are was were be been am i you he she it we they me my your our their this that these those what which who whom how when where why do does did can could would should will shall may might must please about with from by at as into than then so not no yes if there here have has had some any all more most just also very tell show give want need like get make let us'.split(
    ' ',
  ),
);
const COMMON_HAN = new Set(
  '的 了 是 在 我 你 他 她 它 们 我们 你们 这 那 个 和 与 或 及 也 都 就 还 要 会 能 可以 请 吗 呢 吧 啊 什么 怎么 如何 哪 哪个 哪些 为什么 一个 一下 有 没有 把 被 对 从 到 给 让 用 上 下 里 中 帮 帮我 几点 几 多少 关于 以及 并 而'.split(
    ' ',
  ),
);

let segments: Intl.Segmenter | undefined;

/** The words of a text that carry its meaning, as they stand. */
export function contentWords(text: string): string[] {
  segments ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const found: string[] = [];
  for (const { segment, isWordLike } of segments.segment(text)) {
    if (!isWordLike) continue;
    const word = segment.toLowerCase();
    if (!COMMON.has(word) && !COMMON_HAN.has(word)) found.push(word);
  }
  return found;
}

/** How much of the words of `a` is in `b`: 0 to 1. */
export function overlap(a: string, b: string): number {
  const wanted = new Set(contentWords(a).map(stem));
  if (wanted.size === 0) return 0;
  const there = new Set(contentWords(b).map(stem));
  return [...wanted].filter((word) => there.has(word)).length / wanted.size;
}

/** Plurals and endings off, roughly: enough to find `item` in `items`. */
function stem(word: string): string {
  return hasHan(word) ? word : word.replace(/(?<=[a-z]{4})(?:ments?|ations?)$|(?:ies|es|s|ing|ed|e)$/, '');
}

/** Sentences of a text, in order. */
export function sentences(text: string): string[] {
  return text
    .replace(/\s*\n+\s*/g, '\n')
    .split(/(?<=[。！？])|(?<=[!?])(?=\p{Script=Han})|(?<=[.;!?])\s+|\n/u)
    .map((each) => each.trim())
    .filter((each) => each.length > 1);
}
