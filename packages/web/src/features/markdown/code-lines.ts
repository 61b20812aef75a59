export interface Stretch {
  readonly text: string;
  readonly isCode: boolean;
}

/** The text by whole lines: what is code, fenced or indented, and what is not. */
export function stretchesOf(text: string): readonly Stretch[] {
  const stretches: { text: string; isCode: boolean }[] = [];
  const isCodeLine = codeLines();
  for (const line of text.split(/(?<=\n)/)) {
    const last = stretches.at(-1);
    const isCode = line.trim() === '' && last ? isCodeLine(line) || last.isCode : isCodeLine(line);
    if (last?.isCode === isCode) last.text += line;
    else stretches.push({ text: line, isCode });
  }
  return stretches;
}

/** What a line begins with that is in quotes and lists. */
export const CONTAINERS = /^(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t])*/;

const FENCE = new RegExp(`${CONTAINERS.source}(\`{3,}(?=[^\`]*$)|~{3,})(.*)`, 's');
const INDENTED = /^(?: {4}| {0,3}\t)/;
const LIST = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]/;

/** To be asked of each line in turn. */
function codeLines(): (line: string) => boolean {
  let fence: string | undefined;
  /** An indented line here would be code, if it is in no list. */
  let mayIndent = true;
  let isInList = false;
  return (line) => {
    const [, mark, rest = ''] = FENCE.exec(line) ?? [];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && rest.trim() === '') fence = undefined;
      return true;
    }
    if (line.trim() === '') {
      mayIndent = true;
      return false;
    }
    if (mayIndent && !isInList && INDENTED.test(line)) return true;
    fence = mark;
    if (LIST.test(line)) isInList = true;
    else if (mayIndent && !/^\s/.test(line)) isInList = false;
    mayIndent = false;
    return fence !== undefined;
  };
}
