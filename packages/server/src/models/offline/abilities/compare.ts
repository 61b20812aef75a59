import type { Ability, Both, Language } from '../contract.ts';
import { optionsIn } from '../text/options.ts';
import { plainRequest } from '../text/polite.ts';
import { balance } from '../text/reasons.ts';
import { weigh } from '../text/weigh.ts';

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
    if (!COMPARES.test(text)) return undefined;
    const named = optionsIn(text);
    const options = named.length >= 2 ? named : optionsIn(plainRequest(whole.slice(0, 400)));
    if (options.length < 2) return undefined;
    return {
      sure: 0.8,
      isGreedy: true,
      why: { en: `There are ${options.length} options to weigh.`, zh: `有 ${options.length} 个选项需要比较。` },
      say: (language) => sideBySide(options, pasted === '' ? whole : pasted, language),
    };
  },
};

function sideBySide(options: readonly string[], text: string, language: Language): string {
  const weighed = weigh(options, text);
  const zh = language === 'zh';
  const lines = weighed.map(({ option, said }) => {
    const told = said.length > 0 ? said.join(zh ? '；' : '; ') : zh ? '您还没有提到' : 'nothing yet';
    return zh ? `- **${option}**：${told}` : `- **${option}**: ${told}`;
  });
  const names = options.join(zh ? '、' : ' and ');
  const head = zh ? `关于${names}，您告诉我的是：` : `This is what you told me about ${names}:`;
  return [verdict(weighed, language), head, lines.join('\n'), FURTHER[language]].join('\n\n');
}

function verdict(weighed: ReturnType<typeof weigh>, language: Language): string {
  const [best, second] = [...weighed].sort((a, b) => b.weight - a.weight);
  if (!best || best.weight === second?.weight) {
    const asked = criteria[language].join(language === 'zh' ? '、' : ', ');
    return language === 'zh'
      ? `仅凭您说的还分不出高下。请说说它们各自的${asked}。`
      : `What you say does not decide it. Tell me more of each: ${asked}.`;
  }
  const [why, beside] = [balance(best, language), second ? balance(second, language) : ''];
  return language === 'zh'
    ? `按您所说，**${best.option}**更合适（${why}）${second ? `，优于${second.option}（${beside}）` : ''}。`
    : `By what you say, **${best.option}** is the better choice (${why})${second ? `, before ${second.option} (${beside})` : ''}.`;
}

const FURTHER: Both = {
  en: 'The agent `tot` explores options as a tree of thoughts and gives a reason for each step.',
  zh: '选择智能体 `tot` 可以用思维树逐步探索，并说明每一步的理由。',
};
