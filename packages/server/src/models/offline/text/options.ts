import { listItems } from './lists.ts';
import { trimmed } from './script.ts';

const BETWEEN: readonly RegExp[] = [
  /\b(?:which|what|who|should|better|best|choose|pick|decide|prefer|rather|options?)\b[^.?!:\n]*:\s*(?<list>[^.?!\n]+?\s(?:or|vs\.?|versus)\s[^.?!\n]+)/i,
  /(?:哪|选|好|应该|该|推荐|合适)[^。？?！!：:\n]*[：:]\s*(?<list>[^。？?！!\n]+?(?:还是|或者?|、)[^。？?！!\n]+)/,
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
    .replace(NEXT, '')
    .replace(/\s+(?:vs\.?|versus|or|with|against)\s+/gi, ', ')
    .replace(/(?:还是|或者?|相比)/g, '、')
    .replace(/(?<=^[^、]{1,12})(?:和|与|跟)(?=[^、和与跟]{1,12}$)/, '、')
    .replace(/[:：].*$/s, '')
    .replace(
      /\s*(?:\bfor (?:my|our|the|a|an|this|getting|going|doing)\b|in terms of|when it comes to|哪个|哪种|的区别|的优缺点|怎么|更|的利弊).*$/i,
      '',
    );
  const items = listItems(plain.split(/[.?!。？！]/)[0] ?? '').map((item) =>
    trimmed(item.replace(/^(?:either|the option|both|我们?|应该|该|选择?)+\s*(?=.)/i, '')),
  );
  return [...new Set(bare(items))].filter((item) => item !== '' && item.length <= 60);
}

/** Without the verb that stands before the first, and what stands after the last: they belong to all. */
function bare(items: readonly string[]): string[] {
  const last = items.length - 1;
  const isPlain = items.slice(0, last).every((item) => !PURPOSE.test(item));
  const hasOwnVerb = OWN_VERB.test(items[last] ?? '');
  const areNames = last > 0 && items.slice(1).every((item) => /^\p{Lu}/u.test(item));
  const areVerbs = items.slice(0, last).every((item) => /^[a-z]+$/i.test(item));
  return items
    .map((item, i) => (i === 0 && last > 0 && !hasOwnVerb ? item.replace(VERB, '') : item))
    .map((item, i) => (i === 0 && areNames ? item.replace(VERB_OF_NAME, '') : item))
    .map((item, i) => (i === last && isPlain ? item.replace(PURPOSE, '') : item))
    .map((item, i) => (i === last && areVerbs ? item.replace(OBJECT, '') : item))
    .map((item) => item.replace(/(?<=[\p{Script=Han}]{2})(?:更|比较)?[好划算合适]+(?:一点|些)?$/u, ''))
    .map(trimmed);
}

const VERB = /^(?:take|buy|get|use|choose|pick|have|rent|go (?:by|with|for))\s+(?=(?:the|an?|my|our)\s)/i;
const OWN_VERB = /^(?:take|buy|get|use|choose|pick|have|rent|lease|build|borrow|keep|sell|stay|wait|walk|go)\b/i;
const VERB_OF_NAME = /^(?:learn|study|try|adopt|take|buy|get|use|choose|pick)\s+(?=\p{Lu})/u;
const OBJECT = /(?<=^[a-z]+)\s(?:the|an?|my|our)\s.+$/i;
const PURPOSE = /\s(?:to|for|in|at|on)\s.+$/i;
/** What is to be done with the comparison is not compared. */
const NEXT =
  /[,;]?\s+(?:and|then)\s+(?:then\s+)?(?:write|save|make|create|list|draw|give|show|tell|explain|summari[sz]e|recommend|decide|put)\b.*$|[，,；;]?\s*(?:然后|接着|并(?=写|把|给|做|列|总|保|生|画|推)|再(?=写|把|给|做|列|总|保|生|画|推)).*$/is;
