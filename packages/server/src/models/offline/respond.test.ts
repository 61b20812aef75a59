import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { expect, it } from 'vitest';
import { readPrompt } from './read-prompt.ts';
import { respond } from './respond.ts';

const UNITS = [
  'my ',
  'a,',
  '1+',
  '((',
  '"',
  '“',
  '`',
  'x.txt ',
  '- a\n',
  '，然后',
  '我的',
  '把',
  '的',
  '到',
  '记住',
  '|a|b|\n',
];
const CHARS = 20_000;

// Patterns that try every place from every place would take minutes for this.
it.each(UNITS)('answers a message that repeats %j, long as it is', (unit) => {
  const text = unit.repeat(CHARS / unit.length);
  const tools = ['search_knowledge_base', 'todo_create', 'calculate', 'analyse_data', 'write_file', 'remember'].map(
    (name) => ({ type: 'function', name, inputSchema: {} }),
  );
  const prompt = [{ role: 'user', content: [{ type: 'text', text }] }];
  expect(respond(readPrompt({ prompt, tools } as LanguageModelV3CallOptions))).toBeDefined();
});
