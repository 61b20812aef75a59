import { expect, it } from 'vitest';
import { preferred } from './preferred.ts';

it.each([
  [['en-US', 'zh-CN'], 'en'],
  [['zh-TW', 'en'], 'zh'],
  [['fr', 'ZH', 'en-GB'], 'zh'],
  [['de-DE', 'zha'], 'en'],
  [[], 'en'],
] as const)('of %j it takes %s', (tags, language) => {
  expect(preferred(tags)).toBe(language);
});
