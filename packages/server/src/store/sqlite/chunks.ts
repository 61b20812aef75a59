/** A passage that fits on a screen and into a model's attention. */
const MAX_CHARS = 800;

/** Cuts a text into passages, where it breaks by itself if possible: paragraphs, then lines, sentences, words. */
export function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  let rest = text.trim();
  while (rest.length > MAX_CHARS) {
    const end = breakBefore(rest, MAX_CHARS);
    chunks.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? chunks : [...chunks, rest];
}

const breaks = [/\n\s*\n/gu, /\n/gu, /[。！？；]|[.!?;](?=\s)/gu, /\s|[，、,]/gu];

/** The last break in the second half of the first `max` characters, of the best kind there is. */
function breakBefore(text: string, max: number): number {
  const window = text.slice(0, max);
  for (const kind of breaks) {
    let end = 0;
    for (const match of window.matchAll(kind)) end = match.index + match[0].length;
    if (end > max / 2) return end;
  }
  const unit = text.charCodeAt(max);
  return unit >= 0xdc00 && unit <= 0xdfff ? max - 1 : max;
}
