import { isJsonObject } from '@polywire/protocol';
import type { Ability } from '../contract.ts';
import { expressionIn } from '../text/expression.ts';

/** What shows that somebody wants a number. */
const CUE =
  /calc|comput|work(?:s|ing)? out|what(?:'s|’s| is| are|s)\b|how (?:much|many)|equals?\b|evaluate|solve|\bsum\b|total|average|\bmean\b|multipl|divid|subtract|\badd\b|percent|%|[=＝]|多少|等于|计算|[算求]|几|平均|总共|一共|[加减乘]|除以|次方|根号|平方|打.{1,3}折|[剩找]|\bleft\b|\bremain|\bchange\b|\bpay\b|\bcost/i;
/** Work on a table or a program: its numbers are not the question. */
const ELSEWHERE = /```|\.(?:csv|tsv|xlsx?)\b|\bSELECT\b/;

/** Arithmetic, in signs or in words: `calculate`. */
export const arithmetic: Ability = {
  name: 'arithmetic',
  about: { en: 'compute exactly (“17% of 2300”)', zh: '精确计算（“2300 的 17%”）' },
  recognise({ words, whole }) {
    const found = ELSEWHERE.test(whole) ? undefined : expressionIn(words);
    if (!found) return undefined;
    const hasCue = CUE.test(words);
    const sure = found.isAlone ? 0.96 : hasCue ? 0.9 : found.isClear ? 0.6 : 0;
    if (sure === 0) return undefined;
    const { expression } = found;
    return {
      sure,
      why: {
        en: `This is arithmetic: I compute ${expression} instead of guessing.`,
        zh: `这是一道算术题：我用计算器算 ${expression}，而不是猜。`,
      },
      call: { name: 'calculate', args: { expression } },
    };
  },
  tells: {
    calculate({ args, result }) {
      const { expression = args.expression, result: value = result } = isJsonObject(result) ? result : {};
      return `${expression} = **${value}**`;
    },
  },
};
