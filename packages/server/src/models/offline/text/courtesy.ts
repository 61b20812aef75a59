/** What is said for the sake of manners, before a request or after it. */
export type Courtesy = 'greeting' | 'thanks' | 'praise' | 'farewell';

export interface Mannered {
  /** What opens the text, in its order. */
  readonly opening: readonly Courtesy[];
  /** The text without what opens and closes it. */
  readonly rest: string;
}

const FORMS: Readonly<Record<Courtesy, string>> = {
  greeting: String.raw`(?:hi|hello|hey|yo|howdy|greetings|good (?:morning|afternoon|evening|day))(?: (?:there|all|everyone|again))?|how are you(?: (?:doing|today))*(?=[?!.,]|$)\??|(?:你们?|您|大家)好(?:[呀啊哇]|吗[?？]?)?|嗨|哈[喽啰]|(?:早上|上午|中午|下午|晚上)好[呀啊]?|早安?|在吗[?？]?`,
  thanks: String.raw`(?:many )?(?:thanks|thank you|thx|cheers)(?: (?:a lot|so much|very much|again|for(?: [\w']+){1,4}))*|(?:非常|十分|太)?(?:谢谢|多谢|感谢)[你您啦了哦啊]*(?:的帮助|的回答)?|谢[了啦]|辛苦[你您]?了`,
  praise: `(?:(?:that's|that is|very|really) )?(?:great|nice|cool|perfect|awesome|excellent)(?: (?:job|work|answer|idea))?|[太真](?:好|棒)了?|很好|不错`,
  farewell: `(?:good)?bye(?: bye)?(?: for now)?|see you(?: (?:later|soon|tomorrow))?|good night|(?:再见|拜拜|晚安|回头见|明天见)[啦了吧哦]?`,
};
const KINDS = Object.keys(FORMS) as Courtesy[];

/** A sign or the end must follow: `hello.txt` and `nice weather` are no courtesies. */
const ENDED = String.raw`[\s,.!~，。！～、…]*$|\s*[,.!~…]+(?=\s)|\s*[，。！～、…]+`;
/** After a greeting many leave out the sign. */
const GOES_ON = String.raw`(?<=[?？])|\s+(?=\S)|(?<=好)(?=[请帮]|麻烦|我想)`;
const OPENS = KINDS.map((kind) => ({
  kind,
  pattern: new RegExp(`^(?:${FORMS[kind]})(?:${kind === 'greeting' ? `${ENDED}|${GOES_ON}` : ENDED})`, 'i'),
}));
const CLOSES = new RegExp(
  String.raw`(?<=[,.!?~，。！？～…\n]\s{0,3})(?:${KINDS.map((kind) => FORMS[kind]).join('|')})[\s,.!~，。！～…]*$`,
  'i',
);

/** Takes off what opens and closes a text and asks for nothing. */
export function withoutCourtesies(text: string): Mannered {
  const opening: Courtesy[] = [];
  let rest = text.trim();
  for (let found = opens(rest); found; found = opens(rest)) {
    opening.push(found.kind);
    rest = rest.slice(found.length).trimStart();
  }
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(CLOSES, '').replace(/[\s,，、]+$/, '');
  }
  return { opening, rest };
}

function opens(text: string): { kind: Courtesy; length: number } | undefined {
  for (const { kind, pattern } of OPENS) {
    const length = pattern.exec(text)?.[0].length;
    if (length) return { kind, length };
  }
  return undefined;
}
