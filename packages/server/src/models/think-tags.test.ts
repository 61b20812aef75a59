import { describe, expect, it } from 'vitest';
import { ThinkTags } from './think-tags.ts';

function read(text: string, size: number): { text: string; reasoning: string } {
  const tags = new ThinkTags();
  const all = { text: '', reasoning: '' };
  for (let at = 0; at < text.length; at += size) {
    for (const { kind, delta } of tags.push(text.slice(at, at + size))) all[kind] += delta;
  }
  for (const { kind, delta } of tags.end()) all[kind] += delta;
  return all;
}

describe('reasoning between tags', () => {
  const cases: readonly (readonly [string, { text: string; reasoning: string }])[] = [
    ['<think>\nWell, 1 < 2.\n</think>\n\nYes.', { reasoning: 'Well, 1 < 2.\n', text: 'Yes.' }],
    ['<think>cut off', { reasoning: 'cut off', text: '' }],
    ['No tags, 1 < 2.', { reasoning: '', text: 'No tags, 1 < 2.' }],
    ['Later <think>is text</think>.', { reasoning: '', text: 'Later <think>is text</think>.' }],
    ['<thin', { reasoning: '', text: '<thin' }],
    ['<think></think>Nothing thought.', { reasoning: '', text: 'Nothing thought.' }],
  ];
  for (const [text, expected] of cases) {
    it(`is told apart in ${JSON.stringify(text)}, however it comes`, () => {
      for (const size of [1, 2, 3, 7, 100]) expect(read(text, size)).toEqual(expected);
    });
  }
});
