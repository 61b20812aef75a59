/** About how many tokens a text has: close enough to keep a request within its bounds without a tokenizer. */
export function tokensIn(text: string): number {
  const wide = text.length - text.replace(WIDE, '').length;
  return Math.ceil(wide + (text.length - wide) / CHARS_A_TOKEN);
}

/** The longest beginning of about so many tokens, with a mark where something is missing. */
export function clipped(text: string, tokens: number): string {
  if (tokensIn(text) <= tokens) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (tokensIn(text.slice(0, middle)) <= tokens) low = middle;
    else high = middle - 1;
  }
  return `${text.slice(0, low)} …`;
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const CHARS_A_TOKEN = 4;
