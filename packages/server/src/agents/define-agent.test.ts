import { expect, it } from 'vitest';
import { defineAgent } from './define-agent.ts';

it('says in both languages which names an agent may have', () => {
  const named = (name: string) => () => defineAgent({ name, run: async () => undefined });
  expect(named('文档-helper_2')).not.toThrow();
  for (const name of ['', 'two words', 'x'.repeat(65)]) {
    expect(named(name)).toThrow(/1 to 64 letters, digits, _ and -\. \/ .*1 至 64 个字母、数字/);
  }
});
