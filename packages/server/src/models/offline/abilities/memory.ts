import { isJsonObject } from '@polywire/protocol';
import type { Ability, Turn } from '../contract.ts';
import { firstMatch, plainRequest } from '../text/polite.ts';
import { trimmed } from '../text/script.ts';
import { overlap } from '../text/words.ts';

const KEEP: readonly RegExp[] = [
  /^(?:for later|for the record|for future reference|for your information|fyi|just so you know|keep this in mind|记一笔|备注|供以后参考)\s*[:：,，-]\s*(?<text>.+)/is,
  /^(?:please )?(?:remember|memori[sz]e|keep in mind|bear in mind|note down|note to self|note|make a note|take a note|jot down|don'?t forget|do not forget|never forget|keep a note|store|save)(?: (?:this|that|the following|it|for me|for later|the fact|of the fact|of))*(?:[:：,]| that| for later[:,]?)?\s+(?<text>.+)/is,
  /^(?<text>.+?)[\s,.;，。；]+(?:please )?(?:remember|note|keep in mind|don'?t forget|memori[sz]e) (?:that|this|it|that for later|this for later)\b.*$/is,
  /^remind me (?:later )?(?<text>(?:to|that|about) .+)/is,
  /^(?:你)?(?:要)?(?:记住|记一下|记下来?|记得|牢记|记着|记录一下|记录|备忘|别忘了?|不要忘了?|不要忘记|别忘记|记个笔记|做个笔记|存一下)(?:这个|这点|这件事|一点|一件事|了|哦|啊)?[：:，,\s]*(?<text>.+)/s,
  /^(?:把|将)?(?<text>.+?)[，,。；;\s]*(?:请|你要|帮我)?(?:记住|记下来?|记一下|记录下来|别忘了|不要忘记)(?:这个|这一点|这点|这件事|它)?(?:了|哦|啊)?$/s,
];
/** Facts about oneself, said for no other purpose. */
const FACT: readonly RegExp[] = [
  /^(?<text>(?:my|our) [\w' -]{2,40} (?:is|are|was|were|will be) (?!what|who|where|how).+)/is,
  /^(?<text>(?:i am|i'm) called .+|my name'?s .+|i (?:like|love|hate|prefer|live in|work (?:at|for|as)|was born|have an? allergy|am allergic) .+)/is,
  /^(?<text>我(?:的[^，。？?]{1,12}是|叫|喜欢|最喜欢|讨厌|住在?|在.{1,10}工作|生日)[^？?吗什么谁哪]+)$/s,
];

const RECALL: readonly RegExp[] = [
  /(?:do|can) you (?:still )?(?:remember|recall)\s+(?<query>.+)/is,
  /^(?:recall|remind me (?:of|what|who|where|when|which|about))\s+(?<query>.+)/is,
  /what (?:did|have) i (?:tell|told|say|said|mention|mentioned|ask you to remember|asked you to (?:remember|note))(?: to)?(?: you)?(?: earlier| before)?\s*(?:about)?\s*(?<query>.*)/is,
  /what (?:do|did) (?:you|we) (?:know|remember|note|have noted|save|store)(?: about)?\s*(?<query>.*)/is,
  /^(?<query>(?:what|which|who|where|when|how old)(?:'s|’s| is| are| was| were|s)? (?:the [\w ]{1,24} of )?(?:my|our)\b.+)/is,
  /^(?<query>(?:what|which|who|where|when)\b.{0,30}\b(?:do|did|am|was) i (?:like|love|live|work|prefer|hate|called|named|born|say|want|mention)\b.*)/is,
  /^(?<query>(?:what|which|who|where|when|how)\b.+?)\s+again\s*[?？]?$/is,
  /^(?<query>.+?)来着[。？?]?$/s,
  /(?<query>.*(?:my|our) .+ (?:again|i (?:told|gave|mentioned)(?: to)? you).*)/is,
  /(?:你)?(?:还)?(?:记得|记不记得|想得起来?)(?<query>.+)/s,
  /(?<query>.*我(?:之前|刚才|刚刚|上次|前面|早先)?(?:说过?|告诉过?|提到过?|提过|让你记|叫你记|要你记)(?:你|的|过|住|下)*.*(?:什么|哪|谁|吗|多少|几|内容)?.*)/s,
  /^(?<query>我的.+?(?:是什么|是谁|是哪|是多少|叫什么|在哪|是几|什么时候|[吗呢]|[?？]).*)$/s,
  /^(?<query>我(?:叫什么|是谁|喜欢什么|最喜欢|住在?哪|对什么过敏|几岁|多大|在哪.*).*)$/s,
  /^(?:回忆|回想|调出|说说|告诉我)(?:一下)?(?<query>我(?:的|之前|说|让).+)/s,
  /(?<query>.*你(?:都)?(?:记住|记下|记录|记)了(?:些|哪些)?什么.*)/s,
];

/** Facts kept in the session, and given back: `remember` and `recall`. */
export const remember: Ability = {
  name: 'remember',
  about: {
    en: 'remember things and recall them (“remember that my train leaves at 9:40”)',
    zh: '记住并回忆（“记住我的火车是 9:40”）',
  },
  recognise({ words, pasted, whole }) {
    const text = plainRequest(words);
    const kept = firstMatch(text, KEEP)?.text;
    const fact = kept === undefined ? firstMatch(text, FACT)?.text : undefined;
    const meant = pasted !== '' && kept !== undefined ? pasted : trimmed(kept ?? fact ?? '');
    if (meant === '' || /[?？]\s*$/.test(whole)) return undefined;
    if (kept !== undefined && /\.(?:txt|md|json|csv)\b/i.test(kept)) return undefined;
    // `save` and `note` also belong to files and lists.
    const sure = kept === undefined ? 0.6 : /^(?:save|store|note)\b/i.test(text) ? 0.72 : 0.93;
    return {
      sure,
      isGreedy: true,
      why: { en: 'I keep this for later in the session.', zh: '我把这件事记下来，供本会话以后使用。' },
      call: { name: 'remember', args: { text: meant } },
    };
  },
  tells: {
    remember: ({ args }, language) =>
      language === 'zh' ? `好的，我记住了：${args.text}` : `All right, I will remember: ${args.text}`,
  },
};

export const recall: Ability = {
  name: 'recall',
  recognise({ words }, { past }) {
    const text = plainRequest(words);
    const query = firstMatch(text, RECALL)?.query ?? (isNoted(text, past) ? text : undefined);
    if (query === undefined || firstMatch(text, KEEP.slice(0, 2)) !== undefined) return undefined;
    if (/文档|知识库|\bdocs?\b|documentation|knowledge base|\bfiles?\b|文件/i.test(text)) return undefined;
    return {
      sure: 0.9,
      why: { en: 'The user told me that before: I look at my notes.', zh: '用户之前说过：我查一下记下的内容。' },
      call: { name: 'recall', args: { query: aboutWhat(query) } },
    };
  },
  tells: {
    recall({ result }, language) {
      const { found = [] } = isJsonObject(result) ? result : {};
      const notes = (Array.isArray(found) ? found : []).filter(isJsonObject).map(({ text }) => String(text));
      if (notes.length === 0) {
        return language === 'zh'
          ? '我没有记下相关的内容，所以不知道。可以说“记住……”来告诉我。'
          : 'I have no note about that, so I do not know. Tell me with “remember that …”.';
      }
      const [only] = notes;
      if (notes.length === 1) return language === 'zh' ? `您告诉过我：${only}` : `You told me: ${only}`;
      const intro = language === 'zh' ? '您告诉过我：' : 'You told me:';
      return [intro, ...notes.slice(0, 5).map((note) => `- ${note}`)].join('\n');
    },
  },
};

/** A question about something that the user had noted down in this session. */
function isNoted(text: string, past: readonly Turn[]): boolean {
  if (!/[?？]\s*$|[吗呢]$|^(?:what|which|who|where|when|how|do|does|is|are)\b|什么|哪|谁|几|多少/i.test(text))
    return false;
  const notes = past.flatMap(({ calls }) => calls).filter(({ name }) => name === 'remember');
  return notes.some(({ args }) => overlap(text, String(args.text)) >= 0.6);
}

function aboutWhat(query: string): string {
  return trimmed(
    trimmed(query)
      .replace(/^(?:what|which|who|where|when|how)(?:'s|’s| is| are| was| were|s| do| did| am)?\s+/i, '')
      .replace(/^(?:of|about|that|what|who|where|when)\s+/i, '')
      .replace(/\b(?:i (?:told|gave|mentioned|said)(?: to)? you(?: earlier| before)?|again|earlier|before)\b/gi, '')
      .replace(/(?:是什么|是谁|是多少|叫什么名字|吗|呢|来着|了)[?？]?$/g, ''),
  );
}
