/** One part of a message that may be a request of its own. */
export interface Clause {
  readonly text: string;
  /** What stood between it and the one before. */
  readonly joint: string;
  /** It comes after the one before: then, 然后. */
  readonly isLater: boolean;
  /** The joint is more than a comma or an `and`. */
  readonly isStrong: boolean;
}

const LATER = String.raw`[,，;；.。]?\s*(?:\band then\b|\bthen\b|\bafter that\b|\bafterwards\b|\bnext,|然后|接着|之后再|之后|随后|最后再?|再(?=帮|把|给|用|做|写|创|列|保|存|画|算|查|搜|记|读|删|生|总))[,，]?\s*`;
const STRONG = String.raw`[;；]\s*|(?<=[?？!！。])\s*|(?<=[a-z0-9)"”]\.)\s+(?=[A-Z“"])|\n+`;
const WEAK = String.raw`[,，]?\s*(?:\band also\b|\balso\b|\band\b|\bplus\b(?!\s*\d)|同时|另外|此外|顺便|以及|还有|并且|并(?!行|发)|也(?=帮|把|给))[,，]?\s*|[,，]\s*|(?<=[\d)）]\s?)[和与跟](?=\s?[\d(（][\d.]*\s?[-+*/^×÷])`;
const JOINTS = new RegExp(`(${LATER})|(${STRONG})|(${WEAK})`, 'gi');

/** The parts of a message. What stands in quotation marks, or after a colon on its line, is not taken apart. */
export function clauses(text: string): Clause[] {
  const hidden = hide(text);
  const found: Clause[] = [];
  let from = 0;
  let joint = '';
  let isLater = false;
  let isStrong = true;
  for (const match of hidden.matchAll(JOINTS)) {
    const at = match.index;
    const isAfterJoint = !add(text.slice(from, at));
    joint = match[0] === '' ? ' ' : match[0];
    isLater = match[1] !== undefined;
    isStrong = match[3] === undefined || (isAfterJoint && isStrong);
    from = at + match[0].length;
  }
  add(text.slice(from));
  return found;

  function add(piece: string): boolean {
    if (piece.trim() === '') return false;
    found.push({ text: piece.trim(), joint, isLater: isLater && found.length > 0, isStrong });
    return true;
  }
}

/** What comes before anything else that is asked for. */
export function firstRequest(text: string): string {
  const parts = clauses(text);
  const end = parts.findIndex(({ isStrong }, i) => i > 0 && isStrong);
  return parts.slice(0, end < 0 ? undefined : end).reduce((said, { joint, text }) => said + joint + text, '');
}

/** The same length, with letters in place of what must stay together. */
function hide(text: string): string {
  const blank = (found: string): string => found.replace(/[^\n]/g, 'x');
  return text
    .replace(/"[^"\n]*"|“[^”]*”|「[^」]*」|『[^』]*』|《[^》]*》|`[^`\n]*`|\([^()\n]*\)|（[^（）\n]*）/gu, blank)
    .replace(/https?:\/\/\S+/g, blank)
    .replace(/(?<=[:：])[^\n。;；?？]+/gu, (found) =>
      LATER_AFTER.test(found) ? found.replace(BEFORE_LATER, blank) : blank(found),
    );
}

const LATER_AFTER = /[,，;；.]\s*(?:and then|then|然后|接着|之后)/i;
const BEFORE_LATER = /^[\s\S]*?(?=[,，;；.]\s*(?:and then|then|然后|接着|之后))/i;
