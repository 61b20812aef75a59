/** How many characters at the end of a text may be the beginning of something that is looked for. */
export function partOf(wanted: string, text: string): number {
  for (let length = Math.min(wanted.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(wanted.slice(0, length))) return length;
  }
  return 0;
}
