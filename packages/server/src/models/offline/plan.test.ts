import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import type { Call } from './contract.ts';
import { readPrompt } from './read-prompt.ts';
import { respond } from './respond.ts';

const tools = ['search_knowledge_base', 'calculate', 'todo_create'].map((name) => ({
  type: 'function',
  name,
  inputSchema: {},
}));

function reply(text: string, calls: readonly Call[] = []) {
  const made = calls.flatMap(({ name, args }, i) => [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: `${i}`, toolName: name, input: args }] },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: `${i}`, toolName: name, output: { type: 'text', value: `result ${i}` } },
      ],
    },
  ]);
  const prompt = [{ role: 'user', content: [{ type: 'text', text }] }, ...made];
  return respond(readPrompt({ prompt, tools } as LanguageModelV3CallOptions));
}

/** What is called for a message, and what is said once the calls are done, without the introduction. */
function answerTo(text: string): { asked: unknown[]; answer: string } {
  const first = reply(text);
  const { calls = [] } = first;
  const { text: answer = '' } = calls.length === 0 ? first : reply(text, calls);
  return { asked: calls.map(({ args }) => args.expression ?? args.query), answer: answer.replace(/\n\n> [^\n]*$/, '') };
}

describe('a question among courtesies', () => {
  it.each([
    ['你好，37*91 等于多少？', '37*91', '你好！'],
    ['Hi! What is 37*91?', '37*91', 'Hello!'],
    ['Thanks, what is MCP?', 'MCP', 'You are welcome.'],
    ['谢谢，审批是什么？', '审批', '不客气。'],
    ['拜拜，审批是什么', '审批', '再见！'],
    ['What is 5*6? Thanks!', '5*6', undefined],
    ['不错，帮我查一下审批', '审批', undefined],
  ])('is what %s is about', (text, query, passing) => {
    const { asked, answer } = answerTo(text);
    expect(asked).toEqual([query]);
    expect(answer).toContain('result 0');
    if (passing === undefined) expect(answer).not.toMatch(/welcome|不客气/);
    else expect(answer.startsWith(`${passing}\n\n`)).toBe(true);
    expect(answer).not.toMatch(/Ask me something|有什么可以帮你/);
  });

  it.each([
    ['Thanks, who is Ann?', '“who is Ann?”'],
    ['你好，法国的首都是哪里？', '“法国的首都是哪里？”'],
  ])('is said to be unknown where it is: %s', (text, question) => {
    expect(answerTo(text).answer).toContain(question);
  });

  it.each([
    ['谢谢', '不客气。'],
    ['Thank you very much!', 'You are welcome.'],
    ['你好呀', '你好！有什么可以帮你？'],
    ['太好了！', '很高兴能帮上忙。'],
    ['Good night!', 'Goodbye!'],
  ])('leaves %s to be answered where there is none', (text, said) => {
    expect(answerTo(text).answer).toMatch(new RegExp(`^${said.replace('？', '.')}`));
  });
});

describe('two questions in one message', () => {
  it.each([
    ['What is 37*91? And what is 5+6?', ['37*91', '5+6']],
    ['37*91 等于多少？还有 5+6 呢？', ['37*91', '5+6']],
    ['37*91和5+6分别是多少', ['37*91', '5+6']],
    ['What is a dialect? What is 2+2?', ['dialect', '2+2']],
    ['How do approvals work? How do I configure tokens?', ['approvals', 'configure tokens']],
    ['审批是什么？怎么部署？', ['审批', '怎么部署']],
  ])('are both answered: %s', (text, queries) => {
    expect(answerTo(text).asked).toEqual(queries);
  });

  it.each(['What is 37*91? What is the capital of France?', 'What is the capital of France? What is 37*91?'])(
    'are both spoken of where one is unknown: %s',
    (text) => {
      const { asked, answer } = answerTo(text);
      expect(asked).toEqual(['37*91']);
      expect(answer).toContain('“What is the capital of France?”');
    },
  );

  it.each([
    'Which is better? Tea or coffee?',
    'Which is better, tea or coffee? Is tea cheap?',
    'Do you see? Make a checklist: milk, eggs',
  ])('are one where the second says how the first is meant: %s', (text) => {
    expect(answerTo(text).answer).not.toContain('I do not know');
  });
});
