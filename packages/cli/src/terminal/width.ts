const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;

/** Columns that a text takes in a terminal: Chinese characters take two. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? 2 : 1;
  return width;
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** At most so many columns, an ellipsis where something is left out. Control characters become spaces. */
export function cut(text: string, width: number): string {
  const flat = text.replaceAll(/\p{Cc}+/gu, ' ');
  if (widthOf(flat) <= width) return flat;
  let kept = '';
  let used = 0;
  for (const character of flat) {
    used += widthOf(character);
    if (used > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}
