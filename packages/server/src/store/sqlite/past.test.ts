import type { Draft } from '@polywire/protocol';
import type { Database } from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { losePage, storeUnderTest, turn } from './testing.ts';

it('reads a session again in portions, and makes events of what is looked for alone', async () => {
  const { say, log, store } = await storeUnderTest();
  const delta: Draft = { type: 'text.delta', runId: 'a', messageId: 'a.m', delta: '"type":"history.rewound" ' };
  const said = turn('one', 'first', 'a');
  await say('ada', 's', ...said.slice(0, 4), ...Array.from({ length: 10_000 }, () => delta), ...said.slice(4));
  const first = await log.head('s');
  await say('ada', 's', { type: 'history.rewound', toSeq: 0 }, ...turn('two', 'second', 'b'));
  const read = vi.spyOn(log, 'readNow');
  const parse = vi.spyOn(JSON, 'parse');
  await say('ada', 's', { type: 'history.rewound', toSeq: first });
  expect(Math.max(...read.mock.calls.map(([, , limit]) => limit))).toBeLessThanOrEqual(4_096);
  expect(parse.mock.calls.length).toBeLessThan(100);
  vi.restoreAllMocks();
  const runs = await store.runs.list('ada', 's');
  expect(runs.map(({ id, takenBack }) => [id, takenBack])).toEqual([
    ['a', false],
    ['b', true],
  ]);
});

it('reads what a message says once it is complete, wherever the log has it', async () => {
  const { say, log, store } = await storeUnderTest();
  const words = Array.from({ length: 5_000 }, (_, i): Draft => ({ type: 'text.delta', ...IN_A, delta: `${i} ` }));
  await say('ada', 's', { type: 'run.started', runId: 'r' }, { type: 'message.started', ...IN_A, role: 'assistant' });
  await say('ada', 's', ...words.slice(0, 4_990));
  // Whatever the log still has at hand is moved to where old events are.
  log.removeNow('another');
  await say('ada', 's', ...words.slice(4_990, 4_995));
  await say('ada', 's', ...words.slice(4_995), { type: 'message.completed', ...IN_A });
  const [message] = await store.messages.list('ada', 's');
  expect(message?.text).toBe(Array.from({ length: 5_000 }, (_, i) => `${i} `).join(''));
});

it.each(['"quoted" \\ and slashed', 'half \ud83d a character', '字\n', ''])(
  'knows what a message called %j says, whatever it is called',
  async (messageId) => {
    const { say, store } = await storeUnderTest();
    const of = { runId: 'r', messageId } as const;
    await say('ada', 's', { type: 'run.started', runId: 'r' }, { type: 'message.started', ...of, role: 'assistant' });
    await say('ada', 's', { type: 'text.delta', ...of, delta: 'wrong' });
    await say('ada', 's', { type: 'text.replaced', ...of, text: 'right' });
    await say('ada', 's', { type: 'text.delta', ...of, delta: ' and more' });
    await say('ada', 's', { type: 'message.completed', ...of });
    expect((await store.messages.list('ada', 's')).map(({ text }) => text)).toEqual(['right and more']);
  },
);

it('knows what a message says that its run leaves open, whatever it is called', async () => {
  const { say, store } = await storeUnderTest();
  const of = { runId: 'r', messageId: 'half \ud83d a character' } as const;
  await say('ada', 's', { type: 'run.started', runId: 'r' }, { type: 'message.started', ...of, role: 'assistant' });
  await say('ada', 's', { type: 'text.delta', ...of, delta: 'cut ' });
  await say('ada', 's', { type: 'text.delta', ...of, delta: 'off' }, RUN_STOPPED);
  expect((await store.messages.list('ada', 's')).map(({ text }) => text)).toEqual(['cut off']);
});

it('reads the log once for all messages that end together, however many are said at once', async () => {
  const { say, log, store } = await storeUnderTest();
  const ids = Array.from({ length: 50 }, (_, i) => `m${i}`);
  const each = (make: (messageId: string) => Draft) => say('ada', 's', ...ids.map(make));
  await say('ada', 's', { type: 'run.started', runId: 'r' });
  await each((messageId) => ({ type: 'message.started', runId: 'r', messageId, role: 'assistant' }));
  await each((messageId) => ({ type: 'text.delta', runId: 'r', messageId, delta: `${messageId} says` }));
  const read = vi.spyOn(log, 'readNow');
  await say(
    'ada',
    's',
    ...ids.slice(0, 40).flatMap((messageId): Draft[] => [
      { type: 'text.delta', runId: 'r', messageId, delta: ' this' },
      { type: 'message.completed', runId: 'r', messageId },
      { type: 'message.started', runId: 'r', messageId, role: 'assistant' },
      { type: 'text.delta', runId: 'r', messageId, delta: `${messageId} again` },
      { type: 'message.completed', runId: 'r', messageId },
      { type: 'text.replaced', runId: 'r', messageId, text: `${messageId} at last` },
    ]),
    { type: 'run.finished', runId: 'r', status: 'stopped' },
  );
  expect(read).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
  const texts = (await store.messages.list('ada', 's', { limit: 1_000 })).map(({ text }) => text);
  expect(texts.sort()).toEqual(
    ids.flatMap((id, i) => (i < 40 ? [`${id} says this`, `${id} at last`] : [`${id} says`])).sort(),
  );
});

it.each([
  [
    'some of them are others',
    (db: Database) => db.exec(`UPDATE segments SET body = replace(body, 'half', 'HALF') ${OF_HURT}`),
  ],
  ['a page of them is gone', (db: Database) => losePage(db, 'segments', 'overflow', 1)],
])('lets nobody suffer for words of another session that cannot be read any more, for %s', async (_, harm) => {
  const { say, log, store, database } = await storeUnderTest();
  const begin = (session: string): Draft[] => [
    { type: 'run.started', runId: 'r' },
    { type: 'message.started', ...IN_A, role: 'assistant' },
    { type: 'text.delta', ...IN_A, delta: 'half of it ' },
    { type: 'text.delta', ...IN_A, delta: manyWords(session) },
  ];
  const end: Draft[] = [
    { type: 'text.delta', ...IN_A, delta: 'and the rest' },
    { type: 'message.completed', ...IN_A },
  ];
  for (const session of ['hurt', 'well']) await say('ada', session, ...begin(session));
  log.removeNow('another');
  harm(database.db);
  const [hurt, well] = await Promise.allSettled([say('ada', 'hurt', ...end), say('ada', 'well', ...end)]);
  expect([hurt?.status, well?.status]).toEqual(['rejected', 'fulfilled']);
  expect(await log.head('hurt')).toBe(4);
  const texts = (await store.messages.list('ada', 'well')).map(({ text }) => text);
  expect(texts).toEqual([`half of it ${manyWords('well')}and the rest`]);
});

const OF_HURT = "WHERE session = 'hurt'";

/** Some pages of them. */
function manyWords(session: string): string {
  return `${session} says much `.repeat(10_000);
}

const RUN_STOPPED: Draft = { type: 'run.finished', runId: 'r', status: 'stopped' };
const IN_A = { runId: 'r', messageId: 'm' } as const;
