import { expect, it } from 'vitest';
import { inOneLanguage } from './one-language.ts';

it('gives the reader the half that is meant for them', () => {
  const both = 'There is no such run. / 没有这个运行。';
  expect(inOneLanguage(both, 'en')).toBe('There is no such run.');
  expect(inOneLanguage(both, 'zh')).toBe('没有这个运行。');
  expect(inOneLanguage('a / b', 'zh')).toBe('a / b');
  expect(inOneLanguage('plain', 'zh')).toBe('plain');
});
