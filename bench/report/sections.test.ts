import { expect, it } from 'vitest';
import { replaceSection } from './sections.ts';

const document = 'before\n<!-- bench:A -->\nold\n<!-- /bench:A -->\nbetween\n<!-- bench:B -->\n<!-- /bench:B -->\n';

it('replaces its own section and nothing else', () => {
  expect(replaceSection(document, 'A', 'new')).toBe(document.replace('\nold\n', '\n\nnew\n\n'));
});

it('gives the same when it is done twice', () => {
  const once = replaceSection(document, 'B', 'new');
  expect(replaceSection(once, 'B', 'new')).toBe(once);
});

it('says so when there is no place', () => {
  expect(() => replaceSection(document, 'C', 'new')).toThrow('bench:C');
});
