import { createMathPlugin } from '@streamdown/math';

const { remarkPlugin, rehypePlugin, ...plugin } = createMathPlugin({ singleDollarTextMath: true });
const [read, readOptions] = remarkPlugin as [(this: unknown, options: object) => void, object];
const [transform, options] = rehypePlugin as [never, object];

interface Node {
  type: string;
  value?: string;
  position?: { start: { offset?: number } };
  data?: unknown;
  children?: Node[];
}

/** Two dollars mean a formula set apart, also where its author left it in the line. */
function readMath(this: unknown, given: object) {
  read.call(this, given);
  return (tree: Node, file: { value: unknown }) => setApart(tree, String(file.value));
}

function setApart(node: Node, source: string): void {
  const start = node.position?.start.offset;
  if (node.type === 'inlineMath' && start !== undefined && /^\$\$(?!\$)/.test(source.slice(start, start + 3))) {
    const children = [{ type: 'text', value: node.value ?? '' }];
    const properties = { className: ['language-math'] };
    // As a formula on lines of its own comes: the sanitizer leaves no other sign of it.
    node.data = { hName: 'pre', hChildren: [{ type: 'element', tagName: 'code', properties, children }] };
  }
  for (const child of node.children ?? []) setApart(child, source);
}

/** As MathML, which browsers set by themselves: KaTeX's own layout needs inline styles, which the content policy forbids. */
export const math = {
  ...plugin,
  remarkPlugin: [readMath, readOptions] as never,
  rehypePlugin: [transform, { ...options, output: 'mathml' }] as never,
};
