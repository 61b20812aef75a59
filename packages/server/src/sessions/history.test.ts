import { type Draft, stampDraft } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { appendBatch } from '../log/append-batch.ts';
import { memoryLog } from '../log/memory.ts';
import { readHistory } from './history.ts';

const turn = (n: number, answer: string, ...more: Draft[]): Draft[] => [
  { type: 'message.accepted', text: `question ${n}`, ref: `m${n}`, files: [{ name: `${n}.csv` }] },
  { type: 'run.started', runId: `r${n}`, input: `question ${n}`, ref: `m${n}` },
  ...more,
  { type: 'message.started', runId: `r${n}`, messageId: `m${n}`, role: 'assistant' },
  ...[...answer].map((delta): Draft => ({ type: 'text.delta', runId: `r${n}`, messageId: `m${n}`, delta })),
  { type: 'message.completed', runId: `r${n}`, messageId: `m${n}` },
];
const end = (n: number, text?: string): Draft => ({
  type: 'run.finished',
  runId: `r${n}`,
  status: 'complete',
  ...(text !== undefined && { text }),
});

async function historyOf(drafts: readonly Draft[], before = drafts.length + 1) {
  const log = memoryLog();
  const events = drafts.map((draft, i) => stampDraft(draft, i + 1, i));
  await appendBatch(log, { session: 's', owner: 'o', expected: 0, epoch: 1, events });
  return readHistory(log, 's', before);
}

it('tells what was asked, with its files, what tools said, and what was answered', async () => {
  const calls: Draft[] = [
    { type: 'tool.call', runId: 'r1', callId: 'c', name: 'calculate', args: { expression: '1+1' } },
    { type: 'tool.finished', runId: 'r1', callId: 'c', name: 'calculate', outcome: 'ok', result: '2' },
  ];
  expect(
    await historyOf([...turn(1, 'two', ...calls), end(1), ...turn(2, 'half-way'), end(2, 'in other words')]),
  ).toEqual([
    {
      input: 'question 1',
      files: [{ name: '1.csv' }],
      answer: 'two',
      calls: [{ name: 'calculate', args: { expression: '1+1' }, result: '2' }],
    },
    { input: 'question 2', files: [{ name: '2.csv' }], answer: 'in other words', calls: [] },
  ]);
});

it('leaves out what rewinds took back, and what came after', async () => {
  const first = [...turn(1, 'one'), end(1)];
  const second = [...turn(2, 'two "history.rewound" words'), end(2)];
  const rewound: Draft = { type: 'history.rewound', toSeq: first.length };
  const all = [...first, ...second, rewound, ...turn(3, 'three'), end(3)];
  expect((await historyOf(all)).map(({ answer }) => answer)).toEqual(['one', 'three']);
  expect((await historyOf(all, first.length + 1)).map(({ answer }) => answer)).toEqual(['one']);
  expect((await historyOf([...first, ...second])).map(({ answer }) => answer)).toEqual([
    'one',
    'two "history.rewound" words',
  ]);
});

it('follows a rewind that leads back to what was taken back', async () => {
  const first = [...turn(1, 'one'), end(1)];
  const second = [...turn(2, 'two'), end(2)];
  const rewound = (toSeq: number): Draft => ({ type: 'history.rewound', toSeq });
  const third = [...turn(3, 'three'), end(3)];
  const all = [...first, ...second, rewound(first.length), ...third, rewound(first.length + second.length)];
  expect((await historyOf([...all, ...turn(4, 'four'), end(4)])).map(({ answer }) => answer)).toEqual([
    'one',
    'two',
    'four',
  ]);
});
