import { expect, it } from 'vitest';
import { search } from './search.ts';

const TABLE = {
  title: 'Rows',
  source: 'rows.md',
  content: '| what | row |\n| --- | --- |\n| approvals | `kill-asked` |',
};
const LIST = {
  title: 'Lists',
  source: 'lists.md',
  content: '- Approvals: they wait.\n- Other things do not.\n1. Approvals end.',
};

function told(results: readonly object[]): string {
  const done = { name: '', args: { query: 'approvals' }, result: { results } as never, outcome: 'ok' as const };
  return search.tells?.search_knowledge_base?.(done, 'en') ?? '';
}

it('tells what documents say in sentences, and of tables only where there is nothing else', () => {
  expect(told([TABLE, LIST])).not.toContain('kill-asked');
  expect(told([TABLE])).toContain('kill-asked');
});

it('tells items of a list without their marks', () => {
  expect(told([LIST])).toContain('- **Lists**: Approvals: they wait. Approvals end. (lists.md)');
});

it('tells the half of a text in two languages that has the words, without the stroke between them', () => {
  const content = 'It waits for you. / 审批会等待您。';
  const done = { name: '', args: { query: '审批' }, result: { results: [{ title: 'Both', content }] }, outcome: 'ok' };
  expect(search.tells?.search_knowledge_base?.(done as never, 'zh')).toContain('**Both**: 审批会等待您。');
});
