import { z } from 'zod';
import { defineTool } from './define-tool.ts';

export const askUser = defineTool({
  name: 'ask_user',
  description: {
    en: 'Asks the user a question and waits for the answer. Use it when something needed is not known.',
    zh: '向用户提问并等待回答。缺少必要信息时使用。',
  },
  parameters: z.object({ question: z.string().min(1).max(4_000).describe('What to ask / 要问的问题') }),
  idempotent: true,
  question: ({ question }) => question,
  run: (_, { answer }) => answer?.text ?? answer?.outcome ?? null,
});
