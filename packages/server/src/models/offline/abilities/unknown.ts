import type { Ability, Language, Said } from '../contract.ts';
import { short } from '../text/graph.ts';

/** What is left: to say that it does not know. */
export const unknown: Ability = {
  name: 'unknown',
  recognise(said) {
    return {
      sure: 0.05,
      why: {
        en: 'I have no rule for this and will not make something up.',
        zh: '我没有处理这个问题的规则，不会编造答案。',
      },
      say: (language) => doNotKnow(said, language),
    };
  },
};

export function doNotKnow({ words, whole, pasted }: Said, language: Language): string {
  const topic = short(words === '' ? whole : words);
  const isText = pasted.length > 0;
  return language === 'zh'
    ? `我不知道该如何回答“${topic}”：我是离线模型，没有通用知识，也不会编造。${isText ? '您可以让我总结、保存或分析这段内容。' : '您可以让我在知识库中搜索、计算、列清单、分析数据或读写文件；说“帮助”可以看到全部功能。'}`
    : `I do not know how to answer “${topic}”: I am an offline model without general knowledge, and I do not make things up. ${isText ? 'You may ask me to summarise, save or analyse that text.' : 'I can search the knowledge base for it, compute, keep a checklist, analyse data or work with files; say “help” for all of it.'}`;
}
