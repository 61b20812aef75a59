/** The first heading of a Markdown text. */
export function titleIn(text: string, mediaType: string): string | undefined {
  if (mediaType !== 'text/markdown') return undefined;
  const heading = /^\s{0,3}#{1,2}\s+(.+?)\s*#*\s*$/m.exec(text.slice(0, 10_000))?.[1];
  return heading?.slice(0, MAX_CHARS);
}

const MAX_CHARS = 200;
