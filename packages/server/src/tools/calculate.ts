import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { evaluate } from './math/evaluate.ts';

export const calculate = defineTool({
  name: 'calculate',
  description: {
    en: 'Computes an arithmetic expression exactly, e.g. (12.5 + 7) * 3^2, sqrt(2), 15% * 80, 20!',
    zh: '精确计算算术表达式，例如 (12.5 + 7) * 3^2、sqrt(2)、15% * 80、20!',
  },
  parameters: z.object({ expression: z.string().min(1).max(1_000).describe('The expression / 表达式') }),
  idempotent: true,
  run: ({ expression }) => evaluate(expression),
});
