import { expect, it } from 'vitest';
import { inOneLanguage } from './one-language.ts';

it('gives the reader the half that is meant for them', () => {
  const both = 'There is no such run. / 没有这个运行。';
  expect(inOneLanguage(both, 'en')).toBe('There is no such run.');
  expect(inOneLanguage(both, 'zh')).toBe('没有这个运行。');
  expect(inOneLanguage('ONE / TWO has none. / ONE / TWO 没有。', 'en')).toBe('ONE / TWO has none.');
  expect(inOneLanguage('a / b', 'zh')).toBe('a / b');
  expect(inOneLanguage('plain', 'zh')).toBe('plain');
});
