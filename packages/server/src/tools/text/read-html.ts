import type { DocumentText } from './document.job.ts';

/** What a reader would read of a page: its article where it has one, else all its text. Nothing is loaded or run. */
export async function readHtml(html: string, url: string | undefined): Promise<DocumentText> {
  const [{ parseHTML }, { Readability }] = await Promise.all([import('linkedom'), import('@mozilla/readability')]);
  const parse = () => parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`).document;
  const page = parse();
  const title = (/<title[^>]*>([^<]{1,500})/i.exec(html)?.[1] ?? '').trim();
  const isSound = depthOf(page.documentElement as unknown as Tree) <= MAX_DEPTH;
  const article = isSound ? new Readability(page as never, { charThreshold: 200 }).parse() : null;
  const whole = parse();
  const content = article?.content ? parseHTML(`<html><body>${article.content}</body></html>`).document : whole;
  const text = lines(content.documentElement as unknown as Tree);
  const all = text.length >= ENOUGH_CHARS ? text : lines(whole.documentElement as unknown as Tree);
  return { title: article?.title?.trim() || title || (url ?? ''), text: all };
}

/** An article of less is likely to be a mistake. */
const ENOUGH_CHARS = 100;
const SKIPPED = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'SVG', 'IFRAME', 'OBJECT', 'HEAD', 'TITLE']);
const BLOCKS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BR DD DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION TABLE TR UL'.split(
    ' ',
  ),
);

/** No page that people wrote is nested as deep; finding the article in such a one would take minutes. */
const MAX_DEPTH = 200;

function depthOf(root: Tree): number {
  let depth = 0;
  let level: Tree[] = [root];
  for (; level.length > 0 && depth <= MAX_DEPTH; depth += 1) level = level.flatMap((node) => [...node.childNodes]);
  return depth;
}

interface Tree {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<Tree>;
}

function lines(root: Tree): string {
  const pieces: string[] = [];
  // Not by recursion: pages may be nested deeper than a stack.
  const open: (Tree | string)[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') pieces.push(node);
    else if (node.nodeType === TEXT) pieces.push((node.textContent ?? '').replace(/\s+/g, ' '));
    else if (node.nodeType === ELEMENT && !SKIPPED.has(node.nodeName.toUpperCase())) {
      const name = node.nodeName.toUpperCase();
      const [before, after] = BLOCKS.has(name) ? ['\n', '\n'] : name === 'TD' || name === 'TH' ? ['', '\t'] : ['', ''];
      open.push(after, ...[...node.childNodes].reverse(), before);
    }
  }
  return pieces
    .join('')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const TEXT = 3;
const ELEMENT = 1;
