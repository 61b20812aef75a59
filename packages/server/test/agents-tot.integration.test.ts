import { describe, expect, it } from 'vitest';
import { agentTalks, json, partsOf } from './support/agent-talks.ts';
import type { Seen } from './support/model-server.ts';

const { plays, talk } = agentTalks();

describe('tot', () => {
  const ways = ['by train', 'by plane', 'on foot'];
  const below = (path: string) => ['early', 'noon', 'late'].map((time) => `${path}, ${time}`);
  const tree = (scores: (candidates: string) => readonly number[]) => ({
    'tot.expand': (_: number, request: Seen) => {
      const chosen = partsOf(request)
        .filter((text) => text.startsWith('Thought: '))
        .at(-1);
      return json({ candidates: chosen === undefined ? ways : below(chosen.slice(9)) });
    },
    'tot.evaluate': (_: number, request: Seen) =>
      json({ scores: scores(partsOf(request).at(-1) ?? ''), reason: 'Because of the weather.' }),
    'tot.answer': (_: number, request: Seen) =>
      `Go: ${partsOf(request)
        .filter((text) => text.startsWith('Thought: '))
        .join(' / ')}`,
  });

  it('follows the best candidates down, and answers by them', async () => {
    const session = await talk();
    plays(tree((list) => (list.includes('1. by train\n') ? [0.9, 0.5, 0.1] : [0.2, 0.8, 0.7])));
    const told = await session.say('How do I get to Rome?', { agent: 'tot' });
    expect(told.end.text).toBe('Go: Thought: by train / Thought: by train, noon');
    expect(told.of('tot.expand').map(({ candidates }) => candidates[0])).toEqual(['by train', 'by train, early']);
    expect(told.of('tot.evaluate').map(({ chosen }) => chosen)).toEqual([0, 1]);
    expect(told.of('tot.backtrack')).toEqual([]);
    for (const type of ['node.exited', 'state.update', 'usage', 'checkpoint'] as const) {
      expect(told.of(type).length, type).toBeGreaterThan(0);
    }
  });

  it('answers with tools where they help', async () => {
    const session = await talk();
    plays({
      ...tree(() => [0.9, 0.5, 0.1]),
      'tot.answer': (_: number, { results, tools }: Seen) =>
        results.length === 0
          ? { calls: [{ name: 'calculate', args: { expression: '6*7' } }] }
          : `${results.length} of ${tools.includes('calculate')}`,
    });
    expect((await session.say('What is six times seven?', { agent: 'tot' })).end.text).toBe('1 of true');
  });

  it('goes another way with other scores, and back with a reason where one leads nowhere', async () => {
    const session = await talk();
    plays(
      tree((list) =>
        list.includes('1. by train\n') ? [0.6, 0.9, 0.1] : list.includes('plane') ? [0.1, 0.2, 0.1] : [0.7, 0.1, 0.1],
      ),
    );
    const told = await session.say('How do I get to Rome?', { agent: 'tot' });
    expect(told.of('tot.evaluate').map(({ chosen }) => chosen)).toEqual([1, 0, 0]);
    expect(told.of('tot.backtrack')).toMatchObject([{ reason: 'Because of the weather.', toDepth: 0 }]);
    expect(told.end.text).toBe('Go: Thought: by train / Thought: by train, early');
  });

  it('keeps to its breadth, depth and budget', async () => {
    const session = await talk({ agentOptions: { tot: { breadth: 2, depth: 4, budget: 2 } } });
    plays(tree(() => [0.9, 0.8]));
    const told = await session.say('How do I get to Rome?', { agent: 'tot' });
    expect(told.of('tot.expand').map(({ candidates }) => candidates.length)).toEqual([2, 2]);
    expect(told.end.status).toBe('complete');
  });
});
