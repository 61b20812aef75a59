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
