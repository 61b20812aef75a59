import { describe, expect, it } from 'vitest';
import { agentTalks, json, partsOf } from './support/agent-talks.ts';
import type { Reply, Seen } from './support/model-server.ts';

const { asked, plays, talk, tasksSince } = agentTalks();

describe('got', () => {
  const plan = {
    nodes: [
      { id: 'a', task: 'look at prices' },
      { id: 'b', task: 'look at times' },
      { id: 'c', task: 'put together' },
    ],
    edges: [
      ['a', 'c'],
      ['b', 'c'],
    ],
  };
  const thoughtOf = (request: Seen) => partsOf(request).at(-1)?.split(':')[0]?.replace('Thought ', '');

  it('works on a graph, independent thoughts at once, and answers by its sink: a call for each node', async () => {
    const session = await talk();
    const before = asked().length;
    let open = 0;
    let most = 0;
    const wait = async (text: string) => {
      open += 1;
      most = Math.max(most, open);
      for (let turns = 0; most < 2 && turns < 500; turns += 1) await new Promise((resolve) => setTimeout(resolve, 10));
      open -= 1;
      return text;
    };
    plays({
      'got.plan': json(plan),
      'got.node': (_, request) => wait(`found ${thoughtOf(request)}`),
      'got.answer': (_, request) =>
        `Together: ${partsOf(request)
          .filter((text) => text.startsWith('Result of'))
          .join('; ')}`,
    });
    const told = await session.say('Plan a trip', { agent: 'got' });
    expect(most).toBe(2);
    expect(told.end.text).toBe('Together: Result of a (look at prices): found a; Result of b (look at times): found b');
    expect(tasksSince(before).sort()).toEqual(['got.answer', 'got.node', 'got.node', 'got.plan']);
    expect(told.of('got.plan')).toMatchObject([
      { nodeCount: 3, edgeCount: 2, nodeIds: ['a', 'b', 'c'], edges: plan.edges },
    ]);
    expect(
      told
        .of('got.node')
        .map(({ id, phase }) => `${id} ${phase}`)
        .sort(),
    ).toEqual(['a', 'b', 'c'].flatMap((id) => [`${id} complete`, `${id} start`]));
    expect(told.texts).toEqual([told.end.text]);
    for (const type of ['node.exited', 'state.update', 'usage', 'checkpoint'] as const) {
      expect(told.of(type).length, type).toBeGreaterThan(0);
    }
  });

  it('tries a failed thought again, and goes around one that keeps failing', async () => {
    const session = await talk();
    const failing: Reply = { fault: { status: 400, message: 'no' } };
    plays({
      'got.plan': json(plan),
      'got.node': (_, request) => (thoughtOf(request) === 'a' ? failing : `found ${thoughtOf(request)}`),
      'got.answer': (_, { last }) => (last.includes('(failed: ') ? 'Without prices.' : 'With everything.'),
    });
    const told = await session.say('Plan a trip', { agent: 'got' });
    expect(told.end).toMatchObject({ status: 'complete', text: 'Without prices.' });
    expect(told.of('got.node').find(({ phase }) => phase === 'failed')).toMatchObject({ id: 'a' });
    expect(told.of('node.entered').filter(({ name }) => name === 'a')).toHaveLength(2);
  });

  it('grows where a thought opens a question', async () => {
    const session = await talk();
    plays({
      'got.plan': json(plan),
      'got.node': (_, request) => `found ${thoughtOf(request)}`,
      'got.expand': (_, request) =>
        json(
          partsOf(request).at(-1)?.startsWith('Result of a')
            ? { nodes: [{ id: 'x', task: 'ask again' }], edges: [] }
            : { nodes: [], edges: [] },
        ),
      'got.answer': (_, request) =>
        partsOf(request)
          .filter((text) => text.startsWith('Result of'))
          .map((text) => text.slice(10, 15))
          .join('|'),
    });
    const told = await session.say('Plan a trip', { agent: 'got_adaptive' });
    expect(told.of('got.expand')).toMatchObject([{ id: 'a', nodesAdded: 1, edgesAdded: 2 }]);
    expect(
      told
        .of('got.node')
        .filter(({ phase }) => phase === 'complete')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['a', 'a.x', 'b', 'c']);
    expect(told.end.text).toContain('a.x (');
  });
});
