import { describe, expect, it } from 'vitest';
import { agentTalks } from './support/agent-talks.ts';

const { answered, asked, plays, talk } = agentTalks();

describe('a pause', () => {
  it('waits at the next safe point and goes on from there', async () => {
    const session = await talk();
    plays({
      chat: (_, { results }) =>
        results.length === 0
          ? {
              text: 'Let me compute that, slowly.',
              everyMs: 40,
              calls: [{ name: 'calculate', args: { expression: '6*7' } }],
            }
          : 'It is 42.',
    });
    const run = await session.begin('six times seven');
    await session.until(run, ({ type }) => type === 'text.delta');
    await session.control(run, 'pause');
    await session.until(run, (event) => event.type === 'run.status' && event.status === 'paused');
    await session.control(run, 'resume');
    const told = await session.rest(run);
    expect(told.statuses).toEqual(['pausing', 'paused', 'active']);
    expect(told.end).toMatchObject({ status: 'complete', text: 'It is 42.' });
  });

  it('that comes in the middle of a text holds it there, and the text goes on where it was', async () => {
    const session = await talk();
    const text = Array.from({ length: 60 }, (_, i) => `word ${i}.`).join(' ');
    plays({ chat: { text, everyMs: 20 } });
    const said = answered();
    const before = asked().length;
    const run = await session.begin('say it');
    await session.until(run, ({ type }) => type === 'text.delta');
    await session.control(run, 'pause');
    const held = await session.until(run, (event) => event.type === 'run.status' && event.status === 'paused');
    expect(held.of('message.completed')).toEqual([]);
    expect(held.texts.at(-1)?.length).toBeLessThan(text.length);
    await expect.poll(() => answered(), { timeout: 20_000 }).toBe(said + 1);
    await session.control(run, 'resume');
    const told = await session.rest(run);
    expect(told.statuses).toEqual(['pausing', 'paused', 'active']);
    const [paused, active] = ['paused', 'active'].map((status) =>
      told.events.findIndex((event) => event.type === 'run.status' && event.status === status),
    );
    expect(told.events.slice(paused, active).filter(({ type }) => type === 'text.delta')).toEqual([]);
    expect(told.texts).toEqual([text]);
    expect(told.end).toMatchObject({ status: 'complete', text });
    expect(asked(before)).toHaveLength(1);
  });

  it('that comes in the middle of a text can be followed by a stop', async () => {
    const session = await talk();
    plays({ chat: { text: 'These are many words that nobody waits for.', everyMs: 40 } });
    const run = await session.begin('say it');
    await session.until(run, ({ type }) => type === 'text.delta');
    await session.control(run, 'pause');
    await session.until(run, (event) => event.type === 'run.status' && event.status === 'paused');
    await session.control(run, 'stop');
    expect((await session.rest(run)).end.status).toBe('stopped');
  });

  it('that comes while the last message is written ends in its end', async () => {
    const session = await talk();
    plays({ chat: { text: 'The last words of a run are these.', everyMs: 40 } });
    const run = await session.begin('say it');
    await session.until(run, ({ type }) => type === 'text.delta');
    await session.control(run, 'pause');
    const seen = await session.until(
      run,
      (event) => event.type === 'run.finished' || (event.type === 'run.status' && event.status === 'paused'),
    );
    if (seen.end === undefined) await session.control(run, 'resume');
    expect((await session.rest(run)).end.status).toBe('complete');
  });
});
