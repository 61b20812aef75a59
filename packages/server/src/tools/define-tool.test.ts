import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from './define-tool.ts';

it('says in both languages which names a tool may have', () => {
  const named = (name: string) => () =>
    defineTool({ name, description: name, parameters: z.object({}), run: () => null });
  expect(named('read_file-2')).not.toThrow();
  for (const name of ['', '读文件', 'two words', 'x'.repeat(65)]) {
    expect(named(name)).toThrow(/1 to 64 of A-Z, a-z, 0-9, _ and -\. \/ .*1 至 64 个 A-Z/);
  }
});
