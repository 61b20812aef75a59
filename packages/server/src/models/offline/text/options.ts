import { listItems } from './lists.ts';
import { trimmed } from './script.ts';

const BETWEEN: readonly RegExp[] = [
  /\b(?:compare|weigh|choose between|decide between|difference between|pros and cons of|options:?|choices:?|between)\s+(?<list>.+)/i,
  /(?<list>\S[^.?!]*?\s(?:vs\.?|versus)\s[^.?!,]+)/i,
  /\b(?:should (?:i|we)|which (?:one )?is (?:better|best|cheaper|faster)|which (?:should|would|do) .*?|better)[,:]?\s+(?<list>.+?\bor\b.+)/i,
  /(?<list>[^.?!,]+(?:,[^.?!,]+)*,?\s+or\s+[^.?!]+)/i,
  /(?:比较|对比|权衡)(?:一下|下)?(?<list>[^，。？?]+(?:、[^，。？?]+)*)/,
  /(?:应该|该|是|选|选择|用|去|买)?(?<list>[^，。？?]+?(?:还是)[^，。？?]+)/,
  /(?<list>[^，。？?]+?(?:和|与|跟|、)[^，。？?]+?)(?:哪个|哪种|相比|的区别|的优缺点|怎么选|选哪)/,
];

/** The options that somebody has to choose from. */
export function optionsIn(text: string): string[] {
  for (const pattern of BETWEEN) {
    const list = pattern.exec(text.slice(0, MOST_READ))?.groups?.list;
    const options = list === undefined ? [] : parts(list);
    if (options.length >= 2 && options.length <= 6) return options;
  }
  return [];
}

/** Options are told at the beginning; patterns with two open ends must not read more. */
const MOST_READ = 240;

function parts(list: string): string[] {
  const plain = list
    .replace(/\s+(?:vs\.?|versus|or|with|against)\s+/gi, ', ')
    .replace(/(?:还是|或者?|相比)/g, '、')
    .replace(/(?<=^[^、]{1,12})(?:和|与|跟)(?=[^、和与跟]{1,12}$)/, '、')
    .replace(/[:：].*$/s, '')
    .replace(
      /\s*(?:for (?:my|our|the|a|an|this)|in terms of|when it comes to|哪个|哪种|的区别|的优缺点|怎么|更|的利弊).*$/i,
      '',
    );
  const items = listItems(plain.split(/[.?!。？！]/)[0] ?? '');
  return [
    ...new Set(
      items.map((item) => trimmed(item.replace(/^(?:either|the option|both|我们?|应该|该|选择?)+\s*(?=.)/i, ''))),
    ),
  ].filter((item) => item !== '' && item.length <= 60);
}
