import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readJson } from './read-json.ts';

const shape = z.object({ n: z.number() });

describe('JSON in what a model wrote', () => {
  const found = [
    '{"n": 1}',
    'Here it is:\n```json\n{"n": 1}\n```\nAnything else?',
    '```\n{"n": 1}\n```',
    'Sure! {"n": 1} Done.',
    'The list [1, 2] is not it, but {"n": 1} is.',
    '```json\n{"m": 2}\n```\nI mean ```json\n{"n": 1}\n```',
  ];
  for (const text of found) {
    it(`is found in ${JSON.stringify(text)}`, () => {
      expect(readJson(text, shape)).toEqual({ value: { n: 1 } });
    });
  }

  it('is missed with a word on what is wrong', () => {
    expect(readJson('nothing here', shape)).toMatchObject({ problem: expect.stringContaining('no JSON') });
    expect(readJson('{"n": "one"}', shape)).toMatchObject({ problem: expect.stringContaining('n') });
  });
});
