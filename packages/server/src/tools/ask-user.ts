import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { firstCall } from './first-call.ts';

export const askUser = defineTool({
  name: 'ask_user',
  description: {
    en: 'Asks the user a question and waits for the answer. Use it when something needed is not known.',
    zh: '向用户提问并等待回答。缺少必要信息时使用。',
  },
  parameters: z.object({ question: z.string().min(1).describe('What to ask / 要问的问题') }),
  idempotent: true,
  async run({ question }, { callId, ask }) {
    // The same question after a restart: its answer may have come already.
    const inputId = `${firstCall(callId)}.answer`;
    const { outcome, text } = await ask({ inputId, kind: 'text', prompt: question });
    return text ?? outcome;
  },
});
