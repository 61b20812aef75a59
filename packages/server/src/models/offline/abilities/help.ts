import type { Ability, Language } from '../contract.ts';

const HELP =
  /^(?:help|\/help|\?|？|帮助|使用说明|功能|说明)[\s!?.。？！]*$|\bwhat (?:can|could|do) you (?:do|help|offer)|\bwhat are you (?:able|capable)|\bhow (?:can|do) (?:you help|i use you)|\byour (?:abilities|capabilities|features|skills)|\bwhat (?:tools|features|commands) (?:do you|are|can)|\bshow me what you can\b|\bnot sure (?:what|how) to (?:type|ask|say|start|begin)\b|^(?:any |some |give me (?:some |a few |an )?)?examples?[\s?!.]*$|举.{0,4}你.{0,8}例子|(?:你|您)?(?:能|会|可以)(?:做|干|帮我做|帮忙做|帮我)(?:些|哪些)?(?:什么|啥|点什么)|有(?:哪些|什么)(?:功能|本领|能力|工具)|怎么(?:使用|用)你|(?:你的|介绍).{0,6}(?:功能|能力|本领)/i;

/** What the model can do, told by its abilities themselves. */
export function helpWith(abilities: () => readonly Ability[]): Ability {
  return {
    name: 'help',
    recognise({ words }) {
      if (!HELP.test(words.trim())) return undefined;
      return {
        sure: 0.95,
        why: { en: 'The user wants to know what I can do.', zh: '用户想知道我会做什么。' },
        say: (language) => overview(abilities(), language),
      };
    },
  };
}

export function overview(abilities: readonly Ability[], language: Language): string {
  const lines = abilities.flatMap(({ about }) => (about ? [`- ${about[language]}`] : []));
  const head = language === 'zh' ? '我会做这些事：' : 'This is what I can do:';
  const foot =
    language === 'zh'
      ? '一条消息里可以提几个要求，我会一起处理。'
      : 'One message may ask for several of these at once.';
  return [head, ...lines, '', foot].join('\n');
}
