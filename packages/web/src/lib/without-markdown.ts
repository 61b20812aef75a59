import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** A text as one line for a small place: what its Markdown says, without the marks. */
export function withoutMarkdown(text: string): string {
  const tree = fromMarkdown(text.slice(0, MOST_READ), { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return said(tree).replace(/\s+/g, ' ').trim();
}

/** A small place shows far less. */
const MOST_READ = 1_000;

function said(node: Nodes): string {
  if ('value' in node) return node.value;
  if ('alt' in node) return node.alt ?? '';
  if ('children' in node) return node.children.map(said).join(JOINTS[node.type] ?? '');
  return ' ';
}

/** What stands between the parts of a block; those of a sentence follow each other as they are. */
const JOINTS: Partial<Record<Nodes['type'], string>> = {
  root: ' ',
  blockquote: ' ',
  list: ' ',
  listItem: ' ',
  table: ' ',
  tableRow: ' · ',
};
