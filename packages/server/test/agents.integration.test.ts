import type { RunEvent } from '@polywire/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ConfigFile } from '../src/index.ts';
import type { Model } from '../src/models/contract.ts';
import { type ModelServer, type Reply, startModelServer } from './support/model-server.ts';
import { modelsAt } from './support/models.ts';
import { type TestServer, testServer } from './support/server.ts';
import { Talk } from './support/talk.ts';

let upstream: ModelServer;
const servers: TestServer[] = [];
beforeAll(async () => {
  upstream = await startModelServer();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
afterAll(() => upstream.close());

const built = { agents: undefined as never };

async function talk(config: ConfigFile = {}, model: Partial<Model> = {}): Promise<Talk> {
  const models = modelsAt(upstream, 'openai', model);
  const server = await testServer({ ownDocs: false, ...config }, { ...built, models });
  servers.push(server);
  return Talk.open(server.url);
}

/** What the model says to each kind of request; how often it was asked before, for those that change their mind. */
function plays(answers: Readonly<Record<string, Reply | ((nth: number, request: Said) => Reply)>>): void {
  const before = upstream.seen.length;
  upstream.script = (request) => {
    const nth = upstream.seen.slice(before).filter(({ task }) => task === request.task).length - 1;
    const answer = answers[request.task];
    if (answer === undefined) throw new Error(`nobody expected ${request.task}`);
    return typeof answer === 'function' ? answer(nth, request) : answer;
  };
}
type Said = ModelServer['seen'][number];

/** What was asked of the model since. */
function asked(from: number): readonly Said[] {
  return upstream.seen.slice(from);
}
const tasksSince = (from: number) => asked(from).map(({ task }) => task);
/** The user's request, and what stands below it. */
const partsOf = ({ last }: Said) => last.split('\n\n');
const json = (value: unknown) => JSON.stringify(value);
const waits = (event: RunEvent) => event.type === 'run.status' && event.status === 'awaiting_input';

describe('react', () => {
  it('calls tools side by side, shows them as they come, and answers by what they said', async () => {
    const { say } = bound(await talk());
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
    const told = await say('What is 6*7, and 2^10?');
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
    const { say } = bound(await talk());
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
    const told = await say('Try these');
    expect(told.of('tool.finished').map(({ outcome }) => outcome)).toEqual(['error', 'error', 'error']);
    expect(told.end).toMatchObject({ status: 'complete', text: 'Failed: 3' });
  });

  it('ends as timed out when it goes round and round', async () => {
    const { say } = bound(await talk({ limits: { iterations: 3 } }));
    plays({ chat: { calls: [{ name: 'calculate', args: { expression: '1+1' } }] } });
    const before = upstream.seen.length;
    const told = await say('For ever');
    expect(told.end.status).toBe('timed_out');
    expect(asked(before)).toHaveLength(3);
  });

  it('keeps a long run within what the model reads, by the beginnings of older results', async () => {
    const { say } = bound(await talk({}, { contextTokens: 16_000 }));
    plays({
      chat: (nth, { texts, results }) => {
        if (texts.join('').length > 16_000 * 4) return { fault: { status: 400, message: 'context_length_exceeded' } };
        if (nth < 6) return { calls: [{ name: 'run_code', args: { code: `"${nth}".repeat(20000)` } }] };
        return results.map((result) => String(result.length > 10_000)).join(' ');
      },
    });
    const told = await say('Six long things');
    expect(told.end).toMatchObject({ status: 'complete', text: 'false false false false false true' });
  });

  it('knows what day it is', async () => {
    const { say } = bound(await talk());
    const before = upstream.seen.length;
    plays({ chat: 'Fine.' });
    await say('How are you?');
    expect(asked(before)[0]?.system).toContain(String(new Date().getFullYear()));
  });

  it('remembers the session without what was taken back, and summarises what has no room, once', async () => {
    const { say, session } = bound(await talk({ agentOptions: { historyTokens: 200 } }));
    plays({ chat: (_, { last }) => `Heard ${last.slice(0, 12)}`, summarise: 'They counted words.' });
    let before = upstream.seen.length;
    const first = await say('My cat is called Tom.');
    await say('This is taken back.');
    await session.api.call(`POST /v1/sessions/${session.session}/rewind`, { toSeq: first.end.seq });
    await say('What is its name?');
    const texts = asked(before).at(-1)?.texts ?? [];
    expect(texts.join('|')).toBe('My cat is called Tom.|Heard My cat is ca|What is its name?');

    const long = 'word '.repeat(80);
    await say(`one ${long}`);
    await say(`two ${long}`);
    before = upstream.seen.length;
    await say(`three ${long}`);
    expect(tasksSince(before)).toEqual(['summarise', 'chat']);
    expect(asked(before).at(-1)?.system).toContain('They counted words.');
    before = upstream.seen.length;
    await say('And now?');
    expect(tasksSince(before)).toEqual(['chat']);
    expect(asked(before).at(-1)?.system).toContain('They counted words.');
  });
});

describe('a pause', () => {
  it('waits at the next safe point and goes on from there', async () => {
    const { session } = bound(await talk());
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
    const { session } = bound(await talk());
    const text = Array.from({ length: 60 }, (_, i) => `word ${i}.`).join(' ');
    plays({ chat: { text, everyMs: 20 } });
    const { answered } = upstream;
    const before = upstream.seen.length;
    const run = await session.begin('say it');
    await session.until(run, ({ type }) => type === 'text.delta');
    await session.control(run, 'pause');
    const held = await session.until(run, (event) => event.type === 'run.status' && event.status === 'paused');
    expect(held.of('message.completed')).toEqual([]);
    expect(held.texts.at(-1)?.length).toBeLessThan(text.length);
    await expect.poll(() => upstream.answered, { timeout: 20_000 }).toBe(answered + 1);
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
    const { session } = bound(await talk());
    plays({ chat: { text: 'These are many words that nobody waits for.', everyMs: 40 } });
    const run = await session.begin('say it');
    await session.until(run, ({ type }) => type === 'text.delta');
    await session.control(run, 'pause');
    await session.until(run, (event) => event.type === 'run.status' && event.status === 'paused');
    await session.control(run, 'stop');
    expect((await session.rest(run)).end.status).toBe('stopped');
  });

  it('that comes while the last message is written ends in its end', async () => {
    const { session } = bound(await talk());
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

describe('tot', () => {
  const ways = ['by train', 'by plane', 'on foot'];
  const below = (path: string) => ['early', 'noon', 'late'].map((time) => `${path}, ${time}`);
  const tree = (scores: (candidates: string) => readonly number[]) => ({
    'tot.expand': (_: number, request: Said) => {
      const chosen = partsOf(request)
        .filter((text) => text.startsWith('Thought: '))
        .at(-1);
      return json({ candidates: chosen === undefined ? ways : below(chosen.slice(9)) });
    },
    'tot.evaluate': (_: number, request: Said) =>
      json({ scores: scores(partsOf(request).at(-1) ?? ''), reason: 'Because of the weather.' }),
    'tot.answer': (_: number, request: Said) =>
      `Go: ${partsOf(request)
        .filter((text) => text.startsWith('Thought: '))
        .join(' / ')}`,
  });

  it('follows the best candidates down, and answers by them', async () => {
    const { say } = bound(await talk());
    plays(tree((list) => (list.includes('1. by train\n') ? [0.9, 0.5, 0.1] : [0.2, 0.8, 0.7])));
    const told = await say('How do I get to Rome?', { agent: 'tot' });
    expect(told.end.text).toBe('Go: Thought: by train / Thought: by train, noon');
    expect(told.of('tot.expand').map(({ candidates }) => candidates[0])).toEqual(['by train', 'by train, early']);
    expect(told.of('tot.evaluate').map(({ chosen }) => chosen)).toEqual([0, 1]);
    expect(told.of('tot.backtrack')).toEqual([]);
    for (const type of ['node.exited', 'state.update', 'usage', 'checkpoint'] as const) {
      expect(told.of(type).length, type).toBeGreaterThan(0);
    }
  });

  it('answers with tools where they help', async () => {
    const { say } = bound(await talk());
    plays({
      ...tree(() => [0.9, 0.5, 0.1]),
      'tot.answer': (_: number, { results, tools }: Said) =>
        results.length === 0
          ? { calls: [{ name: 'calculate', args: { expression: '6*7' } }] }
          : `${results.length} of ${tools.includes('calculate')}`,
    });
    expect((await say('What is six times seven?', { agent: 'tot' })).end.text).toBe('1 of true');
  });

  it('goes another way with other scores, and back with a reason where one leads nowhere', async () => {
    const { say } = bound(await talk());
    plays(
      tree((list) =>
        list.includes('1. by train\n') ? [0.6, 0.9, 0.1] : list.includes('plane') ? [0.1, 0.2, 0.1] : [0.7, 0.1, 0.1],
      ),
    );
    const told = await say('How do I get to Rome?', { agent: 'tot' });
    expect(told.of('tot.evaluate').map(({ chosen }) => chosen)).toEqual([1, 0, 0]);
    expect(told.of('tot.backtrack')).toMatchObject([{ reason: 'Because of the weather.', toDepth: 0 }]);
    expect(told.end.text).toBe('Go: Thought: by train / Thought: by train, early');
  });

  it('keeps to its breadth, depth and budget', async () => {
    const { say } = bound(await talk({ agentOptions: { tot: { breadth: 2, depth: 4, budget: 2 } } }));
    plays(tree(() => [0.9, 0.8]));
    const told = await say('How do I get to Rome?', { agent: 'tot' });
    expect(told.of('tot.expand').map(({ candidates }) => candidates.length)).toEqual([2, 2]);
    expect(told.end.status).toBe('complete');
  });
});

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
  const thoughtOf = (request: Said) => partsOf(request).at(-1)?.split(':')[0]?.replace('Thought ', '');

  it('works on a graph, independent thoughts at once, and answers by its sink: a call for each node', async () => {
    const { say } = bound(await talk());
    const before = upstream.seen.length;
    let open = 0;
    let most = 0;
    const wait = async (text: string) => {
      open += 1;
      most = Math.max(most, open);
      for (let turns = 0; most < 2 && turns < 500; turns += 1) await new Promise((resolve) => setTimeout(resolve, 10));
      open -= 1;
      return text;
    };
    upstream.script = (request) => {
      if (request.task === 'got.plan') return json(plan);
      if (request.task === 'got.node') return wait(`found ${thoughtOf(request)}`);
      return `Together: ${partsOf(request)
        .filter((text) => text.startsWith('Result of'))
        .join('; ')}`;
    };
    const told = await say('Plan a trip', { agent: 'got' });
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
    const { say } = bound(await talk());
    const failing: Reply = { fault: { status: 400, message: 'no' } };
    plays({
      'got.plan': json(plan),
      'got.node': (_, request) => (thoughtOf(request) === 'a' ? failing : `found ${thoughtOf(request)}`),
      'got.answer': (_, { last }) => (last.includes('(failed: ') ? 'Without prices.' : 'With everything.'),
    });
    const told = await say('Plan a trip', { agent: 'got' });
    expect(told.end).toMatchObject({ status: 'complete', text: 'Without prices.' });
    expect(told.of('got.node').find(({ phase }) => phase === 'failed')).toMatchObject({ id: 'a' });
    expect(told.of('node.entered').filter(({ name }) => name === 'a')).toHaveLength(2);
  });

  it('grows where a thought opens a question', async () => {
    const { say } = bound(await talk());
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
    const told = await say('Plan a trip', { agent: 'got_adaptive' });
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

describe('team', () => {
  const steps = [
    { title: 'Look it up', details: 'in the documents', agent: 'researcher' },
    { title: 'Write it down', details: 'briefly', agent: 'writer' },
  ];
  const stepOf = (request: Said) => partsOf(request).at(-1)?.split('\n')[0]?.replace('Your step: ', '') ?? '';
  const usual = {
    'team.plan': json({ summary: 'In two steps', steps }),
    'team.step': (_: number, request: Said) => `Did: ${stepOf(request)}`,
    'team.answer': (_: number, request: Said) =>
      `All done. ${partsOf(request)
        .filter((text) => text.startsWith('Step '))
        .join(' ')}`,
  };

  async function proposed(session: Talk, run: string, nth = 1): Promise<string> {
    const told = await session.until(run, waits, nth);
    return told.of('input.requested').at(-1)?.inputId ?? '';
  }

  it('proposes a plan, carries out what the user made of it, by the members named, and answers', async () => {
    const { session } = bound(await talk());
    plays(usual);
    const run = await session.begin('Report on cats', { agent: 'team' });
    const question = await proposed(session, run);
    const edited = [{ title: 'Draw a cat', details: '', agent: 'analyst' }];
    await session.answer(run, question, { decision: 'approve', steps: edited });
    const told = await session.rest(run);
    expect(told.of('plan.proposed')).toMatchObject([{ task: 'Report on cats', summary: 'In two steps', steps }]);
    expect(told.of('plan.edited')).toMatchObject([{ steps: edited }]);
    expect(told.of('plan.step')).toMatchObject([
      { index: 0, count: 1, title: 'Draw a cat', agentName: 'analyst' },
      { index: 0, count: 1, title: 'Draw a cat', progress: 'Did: Draw a cat' },
    ]);
    expect(told.end.text).toBe('All done. Step 1 (Draw a cat): Did: Draw a cat');
    expect(told.of('message.started').map(({ name }) => name)).toEqual(['analyst', 'orchestrator']);
    expect(told.of('node.entered').map(({ name }) => name)).toEqual(['orchestrator', 'analyst', 'orchestrator']);
    for (const type of ['node.exited', 'state.update', 'usage', 'checkpoint'] as const) {
      expect(told.of(type).length, type).toBeGreaterThan(0);
    }
  });

  it('makes another plan when asked for one, and none when that is refused', async () => {
    const { session } = bound(await talk());
    plays({ ...usual, 'team.plan': (nth) => json({ summary: `Plan ${nth}`, steps: steps.slice(nth) }) });
    const run = await session.begin('Report on cats', { agent: 'team' });
    await session.answer(run, await proposed(session, run), { decision: 'reply', text: 'shorter please' });
    await session.answer(run, await proposed(session, run, 2), { decision: 'approve' });
    const told = await session.rest(run);
    expect(upstream.seen.filter(({ task }) => task === 'team.plan').at(-1)?.last).toContain('shorter please');
    expect(told.of('plan.proposed').map(({ summary }) => summary)).toEqual(['Plan 0', 'Plan 1']);
    expect(told.end.text).toBe('All done. Step 1 (Write it down): Did: Write it down');

    plays(usual);
    const other = await session.begin('Report on dogs', { agent: 'team' });
    await session.answer(other, await proposed(session, other), { decision: 'reject' });
    await session.answer(other, await proposed(session, other, 2), { decision: 'reply', text: 'no' });
    const declined = await session.rest(other);
    expect(declined.of('plan.step')).toEqual([]);
    expect(declined.end).toMatchObject({ status: 'complete', text: expect.stringContaining('not carried out') });
  });

  it('plans anew where a step fails', async () => {
    const { session } = bound(await talk());
    plays({
      ...usual,
      'team.plan': (nth) => json({ summary: `Plan ${nth}`, steps: nth === 0 ? steps : steps.slice(1) }),
      'team.step': (nth, request) => (nth === 0 ? 'FAILED: the documents are gone' : `Did: ${stepOf(request)}`),
    });
    const run = await session.begin('Report on cats', { agent: 'team' });
    await session.answer(run, await proposed(session, run), { decision: 'approve' });
    await session.answer(run, await proposed(session, run, 2), { decision: 'approve' });
    const told = await session.rest(run);
    const replanned = upstream.seen.filter(({ task }) => task === 'team.plan').at(-1);
    expect(replanned?.last).toContain('the documents are gone');
    expect(told.of('plan.step').map(({ title, progress }) => progress ?? title)).toEqual([
      'Look it up',
      'FAILED: the documents are gone',
      'Write it down',
      'Did: Write it down',
    ]);
    expect(told.end.status).toBe('complete');
  });

  it('yields to the user in a pause, and heeds what they say', async () => {
    const { session } = bound(await talk());
    plays({ ...usual, 'team.step': (_, request) => ({ text: `Did: ${stepOf(request)} thoroughly`, everyMs: 30 }) });
    const run = await session.begin('Report on cats', { agent: 'team', options: { cooperativePlanning: false } });
    await session.until(run, ({ type }) => type === 'text.delta');
    await session.control(run, 'pause');
    const question = await proposed(session, run);
    await session.answer(run, question, { decision: 'reply', text: 'Only black ones' });
    const told = await session.rest(run);
    expect(told.statuses).toEqual(['pausing', 'awaiting_input', 'active']);
    expect(
      upstream.seen
        .filter(({ task }) => task === 'team.step')
        .at(-1)
        ?.texts.join(),
    ).toContain('Only black ones');
    expect(told.end.status).toBe('complete');
  });
});

function bound(session: Talk) {
  return { session, say: (input: string, more: object = {}) => session.say(input, more) };
}
