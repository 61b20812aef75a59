import { ClientError } from '@polywire/client';
import { expect, it } from 'vitest';
import { wordsOf } from './errors.ts';

it('shows the half of an error that is meant for the reader', () => {
  const error = new ClientError('UNSUPPORTED', 'ONE / TWO has no word for it. / ONE / TWO 无法表达。');
  expect(wordsOf(error, 'en', {})).toBe('ONE / TWO has no word for it.\n');
  expect(wordsOf(error, 'zh', {})).toBe('ONE / TWO 无法表达。\n');
});
