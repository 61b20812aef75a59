import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dialects } from '@polywire/protocol';
import { describe, expect, test } from 'vitest';
import { root } from '../lib/paths.mjs';
import { fill } from './readme.ts';

const addresses = dialects.flatMap(({ endpoints }) =>
  endpoints.filter(({ does }) => does === 'converse').map(({ path }) => path),
);

describe.each(['README.md', 'README.zh-CN.md'])('%s', (file) => {
  const text = readFileSync(join(root, file), 'utf8');

  test.each(addresses)('tells of %s', (path) => {
    expect(text).toContain(path);
  });
});

test('only what stands between the marks is replaced', () => {
  const begin = '<!-- dialects: written by `npm run generate` -->';
  const text = `before\n${begin}\nold\n<!-- /dialects -->\nafter\n`;
  const filled = fill(text, 'new');
  expect(filled).toBe(`before\n${begin}\n\nnew\n\n<!-- /dialects -->\nafter\n`);
  expect(fill(filled, 'new')).toBe(filled);
  expect(() => fill('no marks', 'new')).toThrow('missing');
});
