/**
 * Stands for rehype-raw, which brings a whole HTML parser: markup that a model writes is shown as the text it is. That is
 * also the safe thing to do with it.
 */
interface Node {
  type: string;
  children?: Node[];
}

// biome-ignore lint/style/noDefaultExport: the renderer imports it so
export default function rawAsText() {
  return (tree: Node) => visit(tree);
}

function visit(node: Node): void {
  for (const child of node.children ?? []) {
    if (child.type === 'raw') child.type = 'text';
    else visit(child);
  }
}
