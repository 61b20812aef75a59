import type { Ability } from '../contract.ts';
import { firstMatch, plainRequest } from '../text/polite.ts';
import { quoted } from '../text/quotes.ts';
import { capital, trimmed } from '../text/script.ts';

const ASKS: readonly RegExp[] = [
  /^(?:first,? )?(?:ask|quiz|prompt|question) me (?:first )?(?:a question )?(?:about |for )?(?<question>.+)/i,
  /^(?:please )?(?:ask for|request) my (?<question>.+)/i,
  /^(?:先)?(?:问问我|问我|询问我|向我提问|向我询问|考考我)(?:一下|一个问题)?[：:，,]?(?<question>.+)/,
];

/** A question for the user: `ask_user`. */
export const askUser: Ability = {
  name: 'ask',
  about: { en: 'ask you something (“ask me which city I mean”)', zh: '向您提问（“问我要去哪个城市”）' },
  recognise({ words, language }) {
    const text = plainRequest(words);
    const asked = firstMatch(text, ASKS)?.question;
    if (asked === undefined) return undefined;
    const question = quoted(asked)[0] ?? worded(trimmed(asked), language);
    return {
      sure: 0.94,
      isGreedy: true,
      why: { en: 'The user wants to be asked.', zh: '用户希望我来提问。' },
      call: { name: 'ask_user', args: { question } },
    };
  },
  tells: {
    ask_user: ({ args, result }, language) =>
      language === 'zh'
        ? `“${args.question}”——您的回答是：${result}`
        : `You answered “${args.question}” with: ${result}`,
  },
};

function worded(text: string, language: 'en' | 'zh'): string {
  if (language === 'zh') return /[？?]$/.test(text) ? text : `${text.replace(/我/g, '您')}？`;
  const yours = text
    .replace(/\bmy\b/gi, 'your')
    .replace(/\bI am\b/g, 'you are')
    .replace(/\bI\b/g, 'you')
    .replace(/\bme\b/g, 'you');
  const isOpen = /^(?:what|which|who|where|when|why|how)\b/i.test(yours);
  if (isOpen && !/\b(?:do|does|did|is|are|was|can|should|will|would|have)\b/i.test(yours)) {
    return `${capital(yours.replace(/\byou\b/i, 'do you')).replace(/[.?]$/, '')}?`;
  }
  const isQuestion = /^(?:what|which|who|where|when|why|how|whether|if|do|is|are|can)\b/i.test(yours);
  const whole = isQuestion ? yours.replace(/^(?:whether|if)\s+/i, 'is it so that ') : `what is ${yours}`;
  return `${capital(whole).replace(/[.?]$/, '')}?`;
}
