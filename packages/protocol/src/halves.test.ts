import { expect, it } from 'vitest';
import { halvesOf } from './halves.ts';

it.each([
  ['There is no such run. / 没有这个运行。', 'There is no such run.', '没有这个运行。'],
  ['ONE / TWO has no word for it. / ONE / TWO 无法表达。', 'ONE / TWO has no word for it.', 'ONE / TWO 无法表达。'],
  ['文.txt is too large. / 文.txt 过大。', '文.txt is too large.', '文.txt 过大。'],
  ['Refused / 被拒绝', 'Refused', '被拒绝'],
  ['a. / b.', 'a. / b.', 'a. / b.'],
  ['plain', 'plain', 'plain'],
])('%s', (message, en, zh) => {
  expect(halvesOf(message)).toEqual({ en, zh });
});
