import { expect, it } from 'vitest';
import { withoutCourtesies } from './courtesy.ts';
import { readSaid } from './said.ts';

it.each([
  ['Hi! What is 37*91?', ['greeting'], 'What is 37*91?'],
  ['hello there, how are you? What is 37*91?', ['greeting', 'greeting'], 'What is 37*91?'],
  ['你好，37*91 等于多少？谢谢！', ['greeting'], '37*91 等于多少？'],
  ['您好请问 37*91 等于多少', ['greeting'], '请问 37*91 等于多少'],
  ['在吗？审批是什么', ['greeting'], '审批是什么'],
  ['Thanks for the help! And what is MCP?', ['thanks'], 'And what is MCP?'],
  ['非常感谢，再见！', ['thanks', 'farewell'], ''],
  ['Great, see you later.', ['praise', 'farewell'], ''],
  ['拜拜，审批是什么', ['farewell'], '审批是什么'],
])('takes off what opens and closes %s', (text, opening, rest) => {
  expect(withoutCourtesies(text)).toEqual({ opening, rest });
});

it.each([
  'read hello.txt',
  'hello.txt is where?',
  'Nice weather today',
  '你好世界是什么',
  'How are you able to compute?',
  '把“谢谢”保存到 a.txt',
  'Thank you notes: write three of them',
])('leaves %s as it is', (text) => {
  expect(withoutCourtesies(text)).toEqual({ opening: [], rest: text });
});

it('is no part of what is asked, and all of it where nothing is', () => {
  expect(readSaid('你好，37*91')).toMatchObject({ language: 'zh', words: '37*91', courtesies: ['greeting'] });
  expect(readSaid('你好！')).toMatchObject({ words: '你好！', courtesies: [] });
});
