import { describe, expect, it } from 'vitest';
import { readDecision } from './decision.ts';

describe('a clear answer, however it is typed', () => {
  it.each([
    'yes',
    'Yes.',
    ' YES! ',
    'ｙｅｓ',
    'ok',
    'y',
    'go ahead',
    'approve',
    '同意',
    '同意。',
    '好的！',
    '可以～',
    '是的',
    '继续',
  ])('%j approves', (text) => expect(readDecision(text)).toBe('approve'));

  it.each([
    'no',
    'No.',
    ' NO!! ',
    'n',
    'deny',
    "don't",
    'cancel',
    '拒绝',
    '不同意。',
    '不可以！',
    '不行',
    '别',
    '取消',
  ])('%j rejects', (text) => expect(readDecision(text)).toBe('reject'));
});

describe('anything else is not a yes', () => {
  it.each([
    ...[
      '',
      ' ',
      '?',
      'yes?',
      'maybe',
      'yes and no',
      'yes, but not that file',
      'not ok',
      'no problem',
      'yesterday',
      '[DONE]',
    ],
    ...[
      '好像不行',
      '可以吗？',
      '同意吗',
      '不是不可以',
      '好不好',
      '我再想想',
      '"yes"',
      'yes\nno',
      'constructor',
      '__proto__',
    ],
  ])('%j is unclear', (text) => expect(readDecision(text)).toBe('unclear'));
});
