import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import type { JsonObject } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';
import { respond } from '../respond.ts';

function answer(text: string, polywire: JsonObject): string {
  const prompt = [{ role: 'user', content: [{ type: 'text', text }] }];
  return respond(readPrompt({ prompt, providerOptions: { polywire } } as LanguageModelV3CallOptions)).text ?? '';
}

describe('a graph of thoughts', () => {
  it.each(['你好，37*91 等于多少？', 'What is 37*91?'])('has one thought for what one tool answers: %s', (request) => {
    const { nodes, edges } = JSON.parse(answer(request, { task: 'got.plan' }));
    expect(nodes.map(({ task }: { task: string }) => task.includes('37*91'))).toEqual([true, true]);
    expect(edges).toEqual([['a', 'b']]);
    const results = [{ task: request, text: '37*91 = **3367**' }];
    expect(answer(request, { task: 'got.answer', results })).toMatch(/^37\*91 = \*\*3367\*\*\n\n>/);
  });

  it('has several where nothing but thinking helps', () => {
    expect(JSON.parse(answer('Open a café', { task: 'got.plan' })).nodes).toHaveLength(4);
  });
});

describe('a team', () => {
  it('does not tell again at the end what a step summed up', () => {
    const results = [
      { task: 'Compute', text: '12*12 = **144**' },
      { task: 'Plan', text: 'Two items:\n- pack\n- go' },
    ];
    const summed = answer('Compute, then plan', {
      task: 'team.step',
      step: { title: 'Sum up the results', details: 'Sum up the results of the steps before' },
      results,
    });
    const told = answer('Compute, then plan', {
      task: 'team.answer',
      results: [...results, { task: 'Sum up the results', text: summed }],
    });
    expect(told.match(/144/g)).toHaveLength(1);
    expect(told).not.toContain('Sum up');
    expect(told).toContain('**2. Plan**\n\nTwo items:\n- pack\n- go');
  });
});

describe('a tree of thoughts', () => {
  it('calls a lead clear that its table shows as one', () => {
    const request = 'Should we rent or buy an office? Rent is flexible and cheap; buying is expensive but safe.';
    const told = answer(request, { task: 'tot.answer', path: ['Choose rent'], count: 3 });
    expect(told).toContain('| Choose rent | 0.75 |');
    expect(told).toContain('| Choose buy | 0.65 |');
    expect(told).toContain('It scored 0.10 more than “Choose buy”.');
  });
});
