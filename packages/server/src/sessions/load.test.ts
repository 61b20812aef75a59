import type { RunEvent } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { appendBatch } from '../log/append-batch.ts';
import { memoryLog } from '../log/memory.ts';
import { loadState } from './load.ts';

const place = (seq: number) => ({ seq, at: seq, runId: 'r' });

it('takes up a run, whatever names of events its tools gave', async () => {
  const log = memoryLog();
  const named = ['run.finished', 'run.started', 'message.accepted', 'input.resolved'];
  const events: RunEvent[] = [
    { type: 'message.accepted', text: 'go', ref: 'a', seq: 1, at: 1 },
    { type: 'run.started', ref: 'a', ...place(2) },
    ...named.map(
      (type, i): RunEvent => ({
        type: 'tool.finished',
        callId: `c${i}`,
        name: 'look',
        outcome: 'ok',
        result: { type, ref: 'b' },
        ...place(i + 3),
      }),
    ),
    { type: 'message.accepted', text: 'and then', ref: 'b', seq: 7, at: 7 },
  ];
  await appendBatch(log, { session: 's', owner: 'ann', expected: 0, epoch: 1, events });
  const state = await loadState(log, 's');
  expect(state.run.map(({ seq }) => seq)).toEqual([2, 3, 4, 5, 6, 7]);
  expect(state.message?.ref).toBe('a');
  expect(state.queue.map(({ ref }) => ref)).toEqual(['b']);
  expect(state.decided).toEqual([]);
  expect(state.refs).toEqual(['a', 'b']);
});
