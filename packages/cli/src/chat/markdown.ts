import { marked, type Token, type Tokens } from 'marked';
import type { Colours } from '../terminal/colours.ts';
import { safe } from '../terminal/safe.ts';
import { table } from '../terminal/table.ts';

/** Markdown as a terminal shows it. A text that is still being written is shown as far as it makes sense. */
export function markdownText(text: string, colours: Colours): string {
  return blocks(marked.lexer(safe(text)), colours).trim();
}

type Way = (token: never, colours: Colours) => string;

const blockWays: Readonly<Record<string, Way>> = {
  space: () => '',
  heading: ({ tokens, depth }: Tokens.Heading, colours) =>
    `${colours.bold(colours.cyan(`${'#'.repeat(depth)} ${inline(tokens, colours)}`))}\n\n`,
  paragraph: ({ tokens }: Tokens.Paragraph, colours) => `${inline(tokens, colours)}\n\n`,
  text: (token: Tokens.Text, colours) => `${token.tokens ? inline(token.tokens, colours) : token.text}\n`,
  code: ({ text, lang }: Tokens.Code, colours) =>
    `${lang ? `${colours.dim(lang)}\n` : ''}${prefixed(text, colours.dim('│ '))}\n\n`,
  blockquote: ({ tokens }: Tokens.Blockquote, colours) =>
    `${prefixed(blocks(tokens, colours).trim(), colours.dim('▌ '))}\n\n`,
  list: ({ items, ordered, start }: Tokens.List, colours) =>
    `${items.map((item, i) => listItem(item, ordered ? `${Number(start || 1) + i}.` : '•', colours)).join('')}\n`,
  hr: (_, colours) => `${colours.dim('────────')}\n\n`,
  table: ({ header, rows }: Tokens.Table, colours) => {
    const cells = (row: readonly Tokens.TableCell[]) => row.map(({ tokens }) => inline(tokens, plain));
    const [head = '', ...rest] = table([cells(header), ...rows.map(cells)]).split('\n');
    return `${colours.bold(head)}\n${rest.join('\n')}\n`;
  },
};

const inlineWays: Readonly<Record<string, Way>> = {
  strong: ({ tokens }: Tokens.Strong, colours) => colours.bold(inline(tokens, colours)),
  em: ({ tokens }: Tokens.Em, colours) => colours.yellow(inline(tokens, colours)),
  del: ({ tokens }: Tokens.Del, colours) => colours.dim(inline(tokens, colours)),
  codespan: ({ text }: Tokens.Codespan, colours) => colours.green(text),
  link: ({ href, tokens }: Tokens.Link, colours) => {
    const words = inline(tokens, colours);
    return words === href ? colours.blue(href) : `${words} ${colours.blue(`<${href}>`)}`;
  },
  image: ({ href, text }: Tokens.Image, colours) => `[${text}] ${colours.blue(`<${href}>`)}`,
  br: () => '\n',
  text: (token: Tokens.Text, colours) => (token.tokens ? inline(token.tokens, colours) : token.text),
  escape: ({ text }: Tokens.Escape) => text,
};

const same = (text: string) => text;
const plain: Colours = { bold: same, dim: same, red: same, green: same, yellow: same, blue: same, cyan: same };

function blocks(tokens: readonly Token[], colours: Colours): string {
  return tokens.map((token) => shown(blockWays, token, colours)).join('');
}

function inline(tokens: readonly Token[], colours: Colours): string {
  return tokens.map((token) => shown(inlineWays, token, colours)).join('');
}

/** What has no way of its own (HTML, definitions) is shown as it was written. */
function shown(ways: Readonly<Record<string, Way>>, token: Token, colours: Colours): string {
  const way = ways[token.type];
  return way ? way(token as never, colours) : token.raw;
}

function listItem(item: Tokens.ListItem, bullet: string, colours: Colours): string {
  const box = item.task ? (item.checked ? '☑ ' : '☐ ') : '';
  const text = blocks(
    item.tokens.filter(({ type }) => type !== 'checkbox'),
    colours,
  ).trim();
  const [first = '', ...rest] = text.split('\n');
  const indent = ' '.repeat(bullet.length + 1);
  return `${[`${bullet} ${box}${first}`, ...rest.map((line) => `${indent}${line}`)].join('\n')}\n`;
}

function prefixed(text: string, prefix: string): string {
  return text
    .split('\n')
    .map((line) => `${prefix}${line}`)
    .join('\n');
}
