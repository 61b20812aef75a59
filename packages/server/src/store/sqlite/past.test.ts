import type { Draft } from '@polywire/protocol';
import { expect, it, vi } from 'vitest';
import { storeUnderTest, turn } from './testing.ts';

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

it('lets nobody suffer for words of another session that cannot be read any more', async () => {
  const { say, log, store, database } = await storeUnderTest();
  const begin: Draft[] = [
    { type: 'run.started', runId: 'r' },
    { type: 'message.started', ...IN_A, role: 'assistant' },
    { type: 'text.delta', ...IN_A, delta: 'half of it ' },
  ];
  const end: Draft[] = [
    { type: 'text.delta', ...IN_A, delta: 'and the rest' },
    { type: 'message.completed', ...IN_A },
  ];
  for (const session of ['hurt', 'well']) await say('ada', session, ...begin);
  log.removeNow('another');
  database.db.exec("UPDATE segments SET body = replace(body, 'half', 'HALF') WHERE session = 'hurt'");
  const [hurt, well] = await Promise.allSettled([say('ada', 'hurt', ...end), say('ada', 'well', ...end)]);
  expect([hurt?.status, well?.status]).toEqual(['rejected', 'fulfilled']);
  expect(await log.head('hurt')).toBe(3);
  expect((await store.messages.list('ada', 'well')).map(({ text }) => text)).toEqual(['half of it and the rest']);
});

const IN_A = { runId: 'r', messageId: 'm' } as const;
