import { type Command, type Draft, dialects, type RunEvent } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import { storeUnderTest } from '../store/sqlite/testing.ts';
import { historyOf } from './history.ts';

function run(runId: string, words: number): Draft[] {
  const said = (text: string) => ({ type: 'text.delta', runId, messageId: `${runId}.m`, delta: text }) as const;
  const thought = (text: string) => ({ type: 'reasoning.delta', runId, messageId: `${runId}.m`, delta: text }) as const;
  const output = (text: string) => ({ type: 'tool.output', runId, callId: `${runId}.c`, name: 't', text }) as const;
  return [
    { type: 'run.started', runId, input: `begin ${runId}` },
    { type: 'message.started', runId, messageId: `${runId}.m`, role: 'assistant' },
    ...Array.from({ length: words }, (_, i) => thought(`hm${i} `)),
    ...Array.from({ length: words }, (_, i) => said(`word${i} `)),
    { type: 'message.completed', runId, messageId: `${runId}.m` },
    { type: 'tool.call', runId, callId: `${runId}.c`, name: 't', args: {} },
    { type: 'tool.started', runId, callId: `${runId}.c`, name: 't' },
    ...Array.from({ length: words }, (_, i) => output(`line${i}\n`)),
    { type: 'tool.finished', runId, callId: `${runId}.c`, name: 't', outcome: 'ok', result: 'done' },
    { type: 'run.finished', runId, status: 'complete', text: 'all' },
  ];
}

const asked: Command = { type: 'call', what: 'sessions.runs', params: { id: '7' } };
const telling = dialects.flatMap(({ name, endpoints }) =>
  endpoints
    .filter(({ read }) =>
      read?.({ params: { id: '7' }, query: {}, body: {} }).values.some(
        (command) => command.type === 'call' && command.what === asked.what,
      ),
    )
    .map((endpoint) => ({ name, path: endpoint.path, endpoint })),
);

describe('the history of a session', () => {
  it.each(telling)('is told on $path of $name as it happened, of far fewer events', async ({ endpoint }) => {
    const { log, say } = await storeUnderTest();
    for (const id of ['a', 'b']) await say('ada', 's', ...run(id, 1_500));
    const all = log.readNow('s', 0, 100_000).events;
    const history = await historyOf(log, 's');
    expect([all.length, history.length]).toEqual([9_014, 20]);
    const session = { id: '7', title: '', created: 0, updated: 0, settings: {} };
    const told = (events: readonly RunEvent[]) =>
      endpoint.write?.(asked, { ok: true, value: { session, events, locale: 'en', baseUrl: '' } as never });
    expect(told(history)).toEqual(told(all));
  });

  it('leaves out the oldest runs where all of them are too much, and refuses where one is', async () => {
    const { log, say } = await storeUnderTest();
    for (const id of ['a', 'b', 'c', 'd']) await say('ada', 's', ...run(id, 500));
    const runsIn = async (chars: number) =>
      (await historyOf(log, 's', chars)).filter(({ type }) => type === 'run.started').map(({ runId }) => runId);
    expect(await runsIn(1_000_000)).toEqual(['a', 'b', 'c', 'd']);
    expect(await runsIn(30_000)).toEqual(['c', 'd']);
    await expect(historyOf(log, 's', 5_000)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });

  it.each([
    ['in many events', run('b', 5_000)],
    [
      'in few events',
      [...run('b', 1), { type: 'text.replaced', runId: 'b', messageId: 'b.m', text: 'x'.repeat(3_000_000) }],
    ],
  ] as [string, Draft[]][])('leaves out a run that is too much alone, %s, where others follow', async (_, large) => {
    const { log, say } = await storeUnderTest();
    await say('ada', 's', ...run('a', 500));
    await say('ada', 's', ...large);
    await expect(historyOf(log, 's', 30_000)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await say('ada', 's', ...run('c', 500));
    const history = await historyOf(log, 's', 30_000);
    expect(history[0]).toMatchObject({ type: 'run.started', runId: 'c' });
    expect(new Set(history.map(({ runId }) => runId))).toEqual(new Set(['c']));
    await say('ada', 's', ...run('d', 500));
    expect(
      (await historyOf(log, 's', 30_000)).filter(({ type }) => type === 'run.started').map(({ runId }) => runId),
    ).toEqual(['c', 'd']);
  });
});
