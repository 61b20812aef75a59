import type { Both, Language } from '../contract.ts';
import { contentWords } from './words.ts';

type Frame = (topic: string, word: string) => string;

const openings: Both<readonly Frame[]> = {
  en: [
    (topic) => `Whoever begins to think about ${topic} soon finds that it has more sides than one.`,
    (topic, word) => `Let us look at ${topic} from the side of ${word}.`,
    (topic, word) => `Another question that ${topic} raises is what ${word} has to do with it.`,
    (topic, word) => `It is worth staying with ${word} for a moment, since ${topic} is hard to understand without it.`,
  ],
  zh: [
    (topic) => `谈到${topic}，很快就会发现它不止一个侧面。`,
    (topic, word) => `不妨先从“${word}”的角度来看${topic}。`,
    (topic, word) => `${topic}带来的另一个问题是：“${word}”在其中起什么作用。`,
    (topic, word) => `值得在“${word}”上多停留一会儿，离开它就很难理解${topic}。`,
  ],
};
const middles: Both<readonly Frame[]> = {
  en: [
    (topic, word) => `People who deal with ${topic} every day speak of ${word} first, and of everything else later.`,
    (_, word) => `That does not mean that ${word} settles the matter; it only shows where one can start.`,
    (topic) => `What can be measured about ${topic} is one thing, what it means to somebody is another.`,
    (topic, word) => `Small changes of ${word} may well change ${topic} as a whole.`,
    (_, word) => `It helps to write down what one expects of ${word} before one looks.`,
    (topic) => `Opinions about ${topic} differ, and most of them are right about a part of it.`,
    (topic, word) => `Examples are easy to find: take any day on which ${topic} matters, and ${word} is not far.`,
  ],
  zh: [
    (topic, word) => `每天与${topic}打交道的人，往往先说“${word}”，再说其他。`,
    (_, word) => `这并不意味着“${word}”就是全部答案，它只是一个合适的起点。`,
    (topic) => `${topic}中可以衡量的是一回事，它对人的意义又是另一回事。`,
    (topic, word) => `“${word}”的细微变化，可能会改变整个${topic}。`,
    (_, word) => `在观察之前，先写下自己对“${word}”的预期，会很有帮助。`,
    (topic) => `关于${topic}的看法各不相同，而大多数都说对了一部分。`,
    (topic, word) => `例子并不难找：在${topic}起作用的任何一天，“${word}”都不会太远。`,
  ],
};
const closings: Both<readonly Frame[]> = {
  en: [
    (topic) => `So much for this side of ${topic}.`,
    (topic, word) => `With that, ${word} has its place in the picture of ${topic}.`,
    (_, word) => `More cannot be said of ${word} without looking closer.`,
  ],
  zh: [
    (topic) => `关于${topic}的这一面，就先说到这里。`,
    (topic, word) => `这样，“${word}”在${topic}中就有了位置。`,
    (_, word) => `关于“${word}”，要说得更多，就需要更仔细的观察。`,
  ],
};
const angles: Both<readonly string[]> = {
  en: ['history', 'people', 'cost', 'time', 'place', 'tools', 'habit', 'risk', 'beauty', 'the future'],
  zh: ['历史', '人', '成本', '时间', '地点', '工具', '习惯', '风险', '美', '未来'],
};

/** A text about a topic with about so many words (signs, in Chinese): the same topic gives the same text. */
export function longText(topic: string, length: number, language: Language): string {
  const words = [...new Set([...contentWords(topic).filter((word) => word.length > 1), ...angles[language]])];
  const title = language === 'zh' ? `# ${topic}` : `# ${topic.charAt(0).toUpperCase()}${topic.slice(1)}`;
  const paragraphs: string[] = [];
  let size = 0;
  for (let n = 0; size < length; n += 1) {
    const word = words[n % words.length] ?? topic;
    const next = [
      pick(openings[language], n),
      ...[0, 1, 2].map((i) => pick(middles[language], n * 3 + i)),
      pick(closings[language], n),
    ].map((frame, i) => frame(topic, i % 2 === 0 ? word : (words[(n + i) % words.length] ?? word)));
    const fitting = fill(next, length - size, language);
    paragraphs.push(fitting.join(language === 'zh' ? '' : ' '));
    size += fitting.reduce((sum, sentence) => sum + sizeOf(sentence, language), 0);
  }
  return [title, ...paragraphs].join('\n\n');
}

/** As many sentences as there is room for, at least one. */
function fill(sentences: readonly string[], room: number, language: Language): readonly string[] {
  let left = room;
  const end = sentences.findIndex((sentence) => {
    left -= sizeOf(sentence, language);
    return left < 0;
  });
  return end < 0 ? sentences : sentences.slice(0, Math.max(1, end + 1));
}

function sizeOf(sentence: string, language: Language): number {
  return language === 'zh' ? sentence.length : sentence.split(/\s+/).length;
}

function pick(frames: readonly Frame[], n: number): Frame {
  return frames[n % frames.length] as Frame;
}
