import type { ConstantNode, FunctionNode, MathNode, OperatorNode, SymbolNode } from 'mathjs';

const functions: ReadonlySet<string> = new Set(
  'abs cbrt ceil cos exp fix floor gcd hypot lcm ln log log10 log2 max mean median min mod pow round sign sin sqrt std sum tan acos asin atan atan2 sinh cosh tanh'.split(
    ' ',
  ),
);
const constants: ReadonlySet<string> = new Set(['pi', 'e', 'tau', 'phi', 'PI', 'E']);
const operators: ReadonlySet<string> = new Set(
  'add subtract multiply divide dotMultiply dotDivide pow mod unaryMinus unaryPlus factorial percentage'.split(' '),
);
/** Larger ones have thousands of digits that nobody reads. */
const MAX_FACTORIAL = 400;

/** Numbers, operators, and functions that take no longer for large numbers than for small ones. Throws on the rest. */
export function checkNode(root: MathNode): void {
  root.traverse((node) => {
    const refused = refusal(node);
    if (refused !== undefined) throw new Error(`Not taken: ${refused}. / 不支持：${refused}。`);
  });
}

/** Only what has exact results, as long as they are short enough. */
export function isArithmetic(root: MathNode): boolean {
  let isExact = true;
  root.traverse((node) => {
    if (node.type === 'FunctionNode' || node.type === 'SymbolNode') isExact = false;
  });
  return isExact;
}

function refusal(node: MathNode): string | undefined {
  switch (node.type) {
    case 'ParenthesisNode':
      return undefined;
    case 'ConstantNode':
      return ['number', 'object', 'bigint'].includes(typeof (node as ConstantNode<never>).value)
        ? undefined
        : node.toString();
    case 'SymbolNode': {
      const { name } = node as SymbolNode;
      return constants.has(name) || functions.has(name) ? undefined : name;
    }
    case 'FunctionNode': {
      const { name } = (node as FunctionNode).fn as unknown as SymbolNode;
      return functions.has(name) ? undefined : `${name ?? node.toString()}()`;
    }
    case 'OperatorNode': {
      const { fn, args } = node as OperatorNode;
      if (fn === 'factorial') return isSmall(args[0]) ? undefined : `${args[0]}!`;
      return operators.has(fn) ? undefined : node.toString();
    }
    default:
      return node.toString();
  }
}

function isSmall(node: MathNode | undefined): boolean {
  return node?.type === 'ConstantNode' && Number((node as ConstantNode<never>).value) <= MAX_FACTORIAL;
}
