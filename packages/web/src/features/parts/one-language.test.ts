import { expect, it } from 'vitest';
import { inOneLanguage, oursInOneLanguage } from './one-language.ts';

it('gives the reader the half that is meant for them', () => {
  const both = 'There is no such run. / 没有这个运行。';
  expect(inOneLanguage(both, 'en')).toBe('There is no such run.');
  expect(inOneLanguage(both, 'zh')).toBe('没有这个运行。');
  expect(inOneLanguage('ONE / TWO has none. / ONE / TWO 没有。', 'en')).toBe('ONE / TWO has none.');
  expect(inOneLanguage('a / b', 'zh')).toBe('a / b');
  expect(inOneLanguage('plain', 'zh')).toBe('plain');
});

it('leaves what a program said as it is, where that could be a message of ours', () => {
  for (const language of ['en', 'zh']) {
    for (const said of [
      '3 / 5 测试失败',
      '3 / 5 测试失败。',
      'src/a.ts: 2. / 3 行有错误',
      'Failed:\nsee a. / 见 b。',
    ]) {
      expect(oursInOneLanguage(said, language)).toBe(said);
    }
  }
  const ours = 'The tool took longer than 1.5 s. / 工具运行超过 1.5 秒。';
  expect(oursInOneLanguage(ours, 'en')).toBe('The tool took longer than 1.5 s.');
  expect(oursInOneLanguage(ours, 'zh')).toBe('工具运行超过 1.5 秒。');
});
