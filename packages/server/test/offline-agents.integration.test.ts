import type { RunEvent } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import { serverForAll } from './support/open-server.ts';
import { builtIn } from './support/server.ts';
import { Talk, type Told } from './support/talk.ts';

/** The built-in model behind every agent, as a fresh start has it, but for the pace. */
const { server } = serverForAll({ offline: { charsPerSecond: 0 } }, builtIn);

async function say(text: string, more: object = {}): Promise<Told> {
  return (await Talk.open(server.url)).say(text, more);
}

describe('a conversation', () => {
  it('begins with who is speaking and how to connect another model, once a session', async () => {
    const talk = await Talk.open(server.url);
    expect((await talk.say('hello')).end.text).toMatch(/offline model[\s\S]*POLYWIRE_MODEL/);
    expect((await talk.say('thanks')).end.text).not.toContain('POLYWIRE_MODEL');
    expect((await say('你好')).end.text).toMatch(/离线模型[\s\S]*POLYWIRE_MODEL/);
  });

  it('shows reasoning, streams arguments, and makes independent calls side by side', async () => {
    const told = await say('What is 12 * 12? And what is 2^10?');
    expect(told.of('reasoning.delta').length).toBeGreaterThan(3);
    expect(told.of('tool.args').length).toBeGreaterThan(4);
    const calls = told.of('tool.call');
    expect(calls.map(({ args }) => args)).toEqual([{ expression: '12 * 12' }, { expression: '2^10' }]);
    expect(new Set(calls.map(({ messageId }) => messageId)).size).toBe(1);
    expect(told.end.text).toMatch(/144[\s\S]*1,?024/);
  });

  it('does one thing after another where the second needs the first', async () => {
    const told = await say('帮我搜索部署文档，然后创建一个部署清单');
    expect(told.of('tool.call').map(({ name }) => name)).toEqual(['search_knowledge_base', 'todo_create']);
    expect(told.of('tool.call')[0]?.args).toEqual({ query: '部署文档' });
    expect(told.of('todo.list')).toHaveLength(1);
  });

  it('remembers within the session, and says so when it does not know', async () => {
    const talk = await Talk.open(server.url);
    await talk.say('Remember that my locker has the number 4711.');
    expect((await talk.say('What is the number of my locker?')).end.text).toContain('4711');
    expect((await say('What is the number of my locker?')).end.text).toContain('do not know');
    expect((await say('Who painted the ceiling of the Sistine Chapel?')).end.text).toContain('do not know');
  });

  it('writes as much as it is asked for, the same each time', async () => {
    const [once, twice] = await Promise.all([say('Write 1500 words about tides'), say('Write 1500 words about tides')]);
    const words = (once.end.text ?? '').split(/\s+/).length;
    expect(words).toBeGreaterThan(1_400);
    expect(words).toBeLessThan(1_700);
    expect(twice.end.text).toBe(once.end.text);
    const long = (await say('写一篇三千字关于潮汐的文章')).end.text ?? '';
    expect(long.length).toBeGreaterThan(2_800);
  });

  it('looks at the clock for what nobody knows by heart, and says where it does not know', async () => {
    const there = await say('What time is it in Tokyo?');
    expect(there.of('tool.call')).toMatchObject([{ name: 'clock', args: { zone: 'Asia/Tokyo' } }]);
    expect(there.end.text).toMatch(/\*\*\d\d:\d\d\*\* on \w+day, \d{4}-\d\d-\d\d \(Asia\/Tokyo\)/);
    expect((await say('今天星期几？')).end.text).toMatch(/今天是 \*\*\d{4}-\d\d-\d\d，星期[一二三四五六日]\*\*/);
    const far = await say('How many days until 31 December 2099?');
    expect(far.of('tool.call')).toMatchObject([{ name: 'clock', args: {} }]);
    expect(far.end.text).toMatch(/\*\*\d{5} days\*\* until 2099-12-31 \(Thursday\)/);
    expect((await say('What time is it in Atlantis?')).end.text).toContain('do not know the time zone of “Atlantis”');
    expect((await say('What day is the meeting?')).of('tool.call')).toEqual([]);
  });

  it('knows which table is meant after it was pasted', async () => {
    const talk = await Talk.open(server.url);
    await talk.say('analyse this:\ncity,visitors\nRome,120\nParis,200');
    expect((await talk.say('Which city had the most?')).end.text).toContain('**Paris**');
    const run = await talk.begin('save the table to cities.csv');
    await answer(talk, run, 'approve');
    const told = await talk.rest(run);
    expect(told.of('tool.call')[0]?.args).toEqual({
      path: 'cities.csv',
      content: 'city,visitors\nRome,120\nParis,200',
    });
  });

  it('tells that a tool was refused', async () => {
    const talk = await Talk.open(server.url);
    const run = await talk.begin('save "hello" to greeting.txt');
    await answer(talk, run, 'reject');
    const told = await talk.rest(run);
    expect(told.of('tool.finished')).toMatchObject([{ outcome: 'denied' }]);
    expect(told.end.text).toContain('did not allow');
  });
});

describe('with a tree of thoughts', () => {
  it('follows the option that the request speaks for', async () => {
    const [first, second] = await Promise.all([
      say('Should we rent or buy? Rent is cheap and easy; buy is expensive and slow.', { agent: 'tot' }),
      say('Should we rent or buy? Rent is expensive and slow; buy is cheap and easy.', { agent: 'tot' }),
    ]);
    expect(first.of('tot.expand')[0]?.candidates).toHaveLength(2);
    expect(first.end.text).toMatch(/answer: \*\*Choose rent/i);
    expect(second.end.text).toMatch(/answer: \*\*Choose buy/i);
    expect(first.end.text).toMatch(/\| Choose rent \| 0\.\d\d \| for it: “cheap”, “easy” \|/i);
    expect(first.end.text).toMatch(/\| Choose buy \| 0\.\d\d \| against it: “expensive”, “slow” \|/i);
  });

  it('uses the tool that knows, where there is nothing to weigh', async () => {
    const told = await say('What is 17% of 2300?', { agent: 'tot' });
    expect(told.of('tool.call')).toMatchObject([{ name: 'calculate' }]);
    expect(told.end.text).toContain('**391**');
  });

  it('says when nothing decides it, and compares without a tree in the same words', async () => {
    const [open, plain] = await Promise.all([
      say('比较自建机房和云服务', { agent: 'tot' }),
      say('比较自建机房和云服务：自建机房便宜但是麻烦，云服务简单、稳定'),
    ]);
    expect(open.end.text).toMatch(/没有提到利弊[\s\S]*难分高下/);
    expect(plain.end.text).toContain(
      '**云服务**更合适（有利的是“简单”、“稳定”），优于自建机房（有利的是“便宜”；不利的是“麻烦”）',
    );
  });
});

describe('with a graph of thoughts', () => {
  for (const agent of ['got', 'got_adaptive']) {
    it(`works on the parts that the request names (${agent})`, async () => {
      const told = await say('Do this: calculate 17 * 3; calculate 100 - 1', { agent });
      expect(told.of('got.plan')[0]?.nodeCount).toBe(3);
      expect(told.of('tool.call').map(({ args }) => args)).toEqual(
        expect.arrayContaining([{ expression: '17 * 3' }, { expression: '100 - 1' }]),
      );
      expect(told.end.text).toMatch(/51[\s\S]*99|99[\s\S]*51/);
    });
  }
});

describe('with a team', () => {
  it('gives each part of the request to whoever has the tool, and heeds what should be different', async () => {
    const talk = await Talk.open(server.url);
    const run = await talk.begin('先计算 25 * 4，然后列一个清单：买票、订房', { agent: 'team' });
    await answer(talk, run, 'reply', '还要计算 7 * 8');
    const asked = await talk.until(run, wants, 2);
    expect(asked.of('plan.proposed')[0]?.steps.map(({ agent }) => agent)).toEqual(['analyst', 'writer', 'writer']);
    expect(JSON.stringify(asked.of('plan.proposed')[1])).toContain('7 * 8');
    await talk.answer(run, asked.of('input.requested')[1]?.inputId ?? '', { decision: 'approve' });
    const told = await talk.rest(run);
    expect(told.of('todo.list')[0]?.items.map(({ text }) => text)).toEqual(['买票', '订房']);
    expect(told.end).toMatchObject({ status: 'complete' });
    expect(told.end.text).toMatch(/100[\s\S]*56/);
  });

  it.each([
    ['Calculate 25 * 4', 'Another plan', 'say what should be different'],
    ['计算 25 * 4', '换一个计划', '请说明要怎样修改'],
  ])('says that it has no other plan, and makes no step of being asked: %s', async (task, wish, says) => {
    const talk = await Talk.open(server.url);
    const run = await talk.begin(task, { agent: 'team' });
    await answer(talk, run, 'reply', wish);
    const [first, second] = (await talk.until(run, wants, 2)).of('plan.proposed');
    expect(second?.steps).toEqual(first?.steps);
    expect(second?.summary).toContain(says);
  });
});

const wants = (event: RunEvent) => event.type === 'input.requested';

async function answer(talk: Talk, run: string, decision: string, text?: string): Promise<void> {
  const [input] = (await talk.until(run, wants)).of('input.requested');
  await talk.answer(run, input?.inputId ?? '', { decision, ...(text !== undefined && { text }) });
}
