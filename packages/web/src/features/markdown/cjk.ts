import remarkCjkFriendly from 'remark-cjk-friendly';
import type { PluginConfig } from 'streamdown';

interface Node {
  type: string;
  value?: string;
  url?: string;
  children?: Node[];
}

/** Chinese sets its marks without spaces: `**重点：**后文` is still bold, and an address ends before 。 */
export const cjk: NonNullable<PluginConfig['cjk']> = {
  name: 'cjk',
  type: 'cjk',
  remarkPlugins: [],
  remarkPluginsBefore: [remarkCjkFriendly],
  remarkPluginsAfter: [() => endAddresses],
};

const MARK = /[\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u2018-\u201d\u2026]/;

function endAddresses(node: Node): void {
  if (!node.children) return;
  node.children.forEach(endAddresses);
  node.children = node.children.flatMap(splitAddress);
}

/** A bare address, and what was said right after it. */
function splitAddress(node: Node): readonly Node[] {
  const [text, ...more] = node.children ?? [];
  const { type, url } = node;
  if (type !== 'link' || url === undefined || text?.value === undefined || more.length > 0) return [node];
  const end = text.value.search(MARK);
  const rest = text.value.slice(end);
  if (end < 1 || !url.endsWith(text.value)) return [node];
  return [
    { ...node, url: url.slice(0, -rest.length), children: [{ type: 'text', value: text.value.slice(0, end) }] },
    { type: 'text', value: rest },
  ];
}
