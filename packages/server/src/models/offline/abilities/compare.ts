import type { Ability, Both, Language } from '../contract.ts';
import { optionsIn } from '../text/options.ts';
import { plainRequest } from '../text/polite.ts';
import { overlap } from '../text/words.ts';

const COMPARES =
  /\bcompar|\bvs\.?\b|\bversus\b|\bwhich (?:one )?(?:is|should|would|do)|\bbetter\b|\bpros and cons\b|\bchoose between\b|\bdecide between\b|\bdifference between\b|\bweigh\b|\bshould i\b.*\bor\b|比较|对比|哪个(?:更)?好|还是|优缺点|利弊|选哪|怎么选|如何选择|区别|权衡/i;

/** What options are weighed by. */
export const criteria: Both<readonly string[]> = {
  en: ['cost', 'effort', 'risk', 'time', 'benefit'],
  zh: ['成本', '工作量', '风险', '时间', '收益'],
};

/** Options side by side; a tree of thoughts goes deeper. */
export const compare: Ability = {
  name: 'compare',
  about: {
    en: 'compare options (with the agent `tot`, step by step as a tree of thoughts)',
    zh: '比较多个选项（选择智能体 `tot` 可用思维树逐步权衡）',
  },
  recognise({ words, pasted, whole }) {
    const text = plainRequest(words);
    const options = optionsIn(text);
    if (!COMPARES.test(text) || options.length < 2) return undefined;
    return {
      sure: 0.8,
      isGreedy: true,
      why: { en: `There are ${options.length} options to weigh.`, zh: `有 ${options.length} 个选项需要比较。` },
      say: (language) => table(options, pasted === '' ? whole : pasted, language),
    };
  },
};

function table(options: readonly string[], text: string, language: Language): string {
  const rows = criteria[language].map((criterion) => {
    const cells = options.map((option) => (mentions(text, option, criterion) ? '✓' : '?'));
    return `| ${criterion} | ${cells.join(' | ')} |`;
  });
  const lines = [`| | ${options.join(' | ')} |`, `|---|${options.map(() => '---|').join('')}`, ...rows];
  const notes = {
    en: [
      `I compare ${options.join(', ')} by what one usually weighs. “?” marks what your message does not tell:`,
      'Tell me those points, or choose the agent `tot`: it explores the options as a tree of thoughts and gives a reason for its choice.',
    ],
    zh: [
      `我按常见的维度比较${options.join('、')}，“?”表示您还没有提到：`,
      '请补充这些信息；也可以选择智能体 `tot`，它会用思维树逐步探索各选项，并说明选择的理由。',
    ],
  }[language];
  return [notes[0], lines.join('\n'), notes[1]].join('\n\n');
}

function mentions(text: string, option: string, criterion: string): boolean {
  return text.split(/[。.;；\n]/).some((part) => part.includes(criterion) && overlap(option, part) > 0.5);
}
