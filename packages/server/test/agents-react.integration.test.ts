import { describe, expect, it } from 'vitest';
import { agentTalks } from './support/agent-talks.ts';

const { asked, plays, talk, tasksSince } = agentTalks();

describe('react', () => {
  it('calls tools side by side, shows them as they come, and answers by what they said', async () => {
    const session = await talk();
    plays({
      chat: (_, { results }) =>
        results.length === 0
          ? {
              reasoning: 'Two sums.',
              calls: [
                { name: 'calculate', args: { expression: '6*7' } },
                { name: 'calculate', args: { expression: '2^10' } },
              ],
            }
          : `They are ${results.join(' and ')}.`,
    });
    const told = await session.say('What is 6*7, and 2^10?');
    expect(told.end.status).toBe('complete');
    expect(told.texts.at(-1)).toMatch(/42.*1024/s);
    expect(told.end.text).toBe(told.texts.at(-1));
    const types = told.events.map(({ type }) => type);
    expect(types.lastIndexOf('tool.started')).toBeLessThan(types.indexOf('tool.finished'));
    expect(told.of('tool.args').length).toBeGreaterThan(2);
    expect(told.of('node.entered').map(({ name }) => name)).toEqual(['agent', 'tools', 'agent']);
    for (const type of ['node.exited', 'state.update', 'usage', 'checkpoint'] as const) {
      expect(told.of(type).length, type).toBeGreaterThan(0);
    }
  });

  it('tells the model that a tool failed, is unknown or got nonsense, and goes on', async () => {
    const session = await talk();
    plays({
      chat: (nth, { results }) =>
        nth === 0
          ? {
              calls: [
                { name: 'calculate', args: { expression: '1/' } },
                { name: 'no_such_tool', args: {} },
                { name: 'calculate', args: '{"expression": "1' },
              ],
            }
          : `Failed: ${results.length}`,
    });
    const told = await session.say('Try these');
    expect(told.of('tool.finished').map(({ outcome }) => outcome)).toEqual(['error', 'error', 'error']);
    expect(told.end).toMatchObject({ status: 'complete', text: 'Failed: 3' });
  });

  it('ends as timed out when it goes round and round', async () => {
    const session = await talk({ limits: { iterations: 3 } });
    plays({ chat: { calls: [{ name: 'calculate', args: { expression: '1+1' } }] } });
    const before = asked().length;
    const told = await session.say('For ever');
    expect(told.end.status).toBe('timed_out');
    expect(asked(before)).toHaveLength(3);
  });

  it('keeps a long run within what the model reads, by the beginnings of older results', async () => {
    const session = await talk({}, { contextTokens: 16_000 });
    plays({
      chat: (nth, { texts, results }) => {
        if (texts.join('').length > 16_000 * 4) return { fault: { status: 400, message: 'context_length_exceeded' } };
        if (nth < 6) return { calls: [{ name: 'run_code', args: { code: `"${nth}".repeat(20000)` } }] };
        return results.map((result) => String(result.length > 10_000)).join(' ');
      },
    });
    const told = await session.say('Six long things');
    expect(told.end).toMatchObject({ status: 'complete', text: 'false false false false false true' });
  });

  it('knows what day it is', async () => {
    const session = await talk();
    const before = asked().length;
    plays({ chat: 'Fine.' });
    await session.say('How are you?');
    expect(asked(before)[0]?.system).toContain(String(new Date().getFullYear()));
  });

  it('remembers the session without what was taken back, and summarises what has no room, once', async () => {
    const session = await talk({ agentOptions: { historyTokens: 200 } });
    plays({ chat: (_, { last }) => `Heard ${last.slice(0, 12)}`, summarise: 'They counted words.' });
    let before = asked().length;
    const first = await session.say('My cat is called Tom.');
    await session.say('This is taken back.');
    await session.api.call(`POST /v1/sessions/${session.session}/rewind`, { toSeq: first.end.seq });
    await session.say('What is its name?');
    const texts = asked(before).at(-1)?.texts ?? [];
    expect(texts.join('|')).toBe('My cat is called Tom.|Heard My cat is ca|What is its name?');

    const long = 'word '.repeat(80);
    await session.say(`one ${long}`);
    await session.say(`two ${long}`);
    before = asked().length;
    await session.say(`three ${long}`);
    expect(tasksSince(before)).toEqual(['summarise', 'chat']);
    expect(asked(before).at(-1)?.system).toContain('They counted words.');
    before = asked().length;
    await session.say('And now?');
    expect(tasksSince(before)).toEqual(['chat']);
    expect(asked(before).at(-1)?.system).toContain('They counted words.');
  });
});
