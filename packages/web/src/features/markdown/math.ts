import { createMathPlugin } from '@streamdown/math';

const { rehypePlugin, ...plugin } = createMathPlugin({ singleDollarTextMath: true });
const [transform, options] = rehypePlugin as [never, object];

/** As MathML, which browsers set by themselves: KaTeX's own layout needs inline styles, which the content policy forbids. */
export const math = { ...plugin, rehypePlugin: [transform, { ...options, output: 'mathml' }] as never };
