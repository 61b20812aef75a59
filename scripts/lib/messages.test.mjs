import { expect, test } from 'vitest';
import { chooseLanguage } from './messages.mjs';

test.each([
  [{}, 'en'],
  [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
  [{ LANG: 'zh_CN.UTF-8', LC_ALL: 'C' }, 'en'],
  [{ LANG: 'en_GB.UTF-8', POLYWIRE_LANG: 'zh' }, 'zh'],
])('%o speaks %s', (env, language) => {
  expect(chooseLanguage(env)).toBe(language);
});
