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

  it.each(['列个清单：买菜、做饭', 'Make a checklist: pack, book a hotel', '写一首关于秋天的诗'])(
    'has one thought for what is one wish, whatever it lists: %s',
    (request) => {
      const { nodes } = JSON.parse(answer(request, { task: 'got.plan' }));
      expect(nodes).toHaveLength(2);
      expect(nodes[0].task).toBe(request);
    },
  );

  it('says once that it does not know, where no thought brought anything', () => {
    const request = '今天天气怎么样';
    const tasks = ['梳理“今天天气怎么样”的已知信息', '分析“今天天气怎么样”的风险'];
    const results = tasks.map((task) => ({
      task,
      text: answer(request, { task: 'got.node', request, node: { task } }),
    }));
    expect(answer(request, { task: 'got.answer', request, results })).toMatch(/^我不知道该如何回答/);
  });

  it('has several where nothing but thinking helps', () => {
    expect(JSON.parse(answer('Open a café', { task: 'got.plan' })).nodes).toHaveLength(4);
  });
});

describe('a team', () => {
  it.each(['Write a poem about autumn', '列个清单：买菜、做饭'])(
    'has one step, and its summing up, for one wish: %s',
    (request) => {
      const { steps } = JSON.parse(answer(request, { task: 'team.plan' }));
      expect(steps).toMatchObject([{ title: request, agent: 'writer' }, { agent: 'writer' }]);
    },
  );

  it('does not do again what stands in the name of a step that only looks at the others', () => {
    const request = '帮我比较茶和咖啡';
    const results = [{ task: '比较', text: '茶更便宜。' }];
    const step = { title: '整理结果', details: '汇总关于“比较茶和咖啡”的发现' };
    expect(answer(request, { task: 'team.step', request, step, results })).toBe('- **比较** – 茶更便宜。');
  });

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
