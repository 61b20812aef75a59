/** Many models write formulas as \( … \) and \[ … \], which Markdown takes for brackets. What is code stays as it is. */
export function withDollars(text: string): string {
  if (!/\\[([]/.test(text)) return text;
  return text.replace(PIECE, (piece, _fence, _ticks, apart?: string, within?: string) => {
    if (apart !== undefined) return `$$${apart}$$`;
    return within === undefined ? piece : `$${within.trim()}$`;
  });
}

/** One character of a paragraph: an empty line ends it, and with it whatever was left open. */
const ANY = '(?:(?!\\n[ \\t]*\\n)[^])';

const PIECE = new RegExp(
  [
    '\\\\\\\\', // a backslash that is meant
    '^ {0,3}(`{3,}|~{3,})[^]*?(?:^ {0,3}\\1|$(?![^]))',
    `(\`+)${ANY}*?\\2`,
    `\\\\\\[(${ANY}+?)\\\\\\]`,
    '\\\\\\((.+?)\\\\\\)',
  ].join('|'),
  'gm',
);
