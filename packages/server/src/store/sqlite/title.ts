const MAX_CHARACTERS = 40;
/** More than enough to hold so many characters, whatever they are made of. */
const MAX_SCANNED = 1_000;

/** A session's title from the first thing said in it: its beginning, cut where a word or a character ends. */
export function titleFrom(text: string): string {
  const line = text
    .slice(0, MAX_SCANNED)
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim();
  if (line.length <= MAX_CHARACTERS) return line;
  const characters = [...graphemes.segment(line)];
  if (characters.length <= MAX_CHARACTERS) return line;
  const end = characters[MAX_CHARACTERS]?.index ?? line.length;
  return `${line.slice(0, wordEnd(line, end)).replace(/[\s\p{P}]+$/u, '')}…`;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const LETTER = /[\p{L}\p{N}\p{M}]/u;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The last place up to `end` that is not inside a word written with letters; `end` where that word is very long. */
function wordEnd(line: string, end: number): number {
  for (let at = end; at > end / 2; at -= 1) {
    if (!(isLetter(line, at - 1) && isLetter(line, at))) return at;
  }
  return end;
}

function isLetter(line: string, at: number): boolean {
  const character = line[at] ?? ' ';
  return LETTER.test(character) && !WITHOUT_SPACES.test(character);
}
