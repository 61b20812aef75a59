import { describe, expect, it } from 'vitest';
import { type Draft, type RunStatus, runStatus, stampDraft } from './events.ts';
import { transitions, verify } from './verify.ts';

const start: Draft = { type: 'run.started', runId: 'r' };
const end: Draft = { type: 'run.finished', runId: 'r', status: 'complete' };
const m: Draft = { type: 'message.started', messageId: 'm', role: 'assistant' };
const text: Draft = { type: 'text.delta', messageId: 'm', delta: 'x' };
const thought: Draft = { type: 'reasoning.delta', messageId: 'm', delta: 'x' };
const thoughtDone: Draft = { type: 'reasoning.done', messageId: 'm' };
const mDone: Draft = { type: 'message.completed', messageId: 'm' };
const args: Draft = { type: 'tool.args', callId: 'c', delta: '{' };
const call: Draft = { type: 'tool.call', callId: 'c', name: 't', args: {} };
const callOfM: Draft = { ...call, messageId: 'm' };
const begun: Draft = { type: 'tool.started', callId: 'c', name: 't' };
const output: Draft = { type: 'tool.output', callId: 'c', name: 't', text: 'x' };
const ask: Draft = { type: 'input.requested', inputId: 'i', kind: 'text' };
const answered: Draft = { type: 'input.resolved', inputId: 'i', outcome: 'answered' };
const entered: Draft = { type: 'node.entered', name: 'n' };
const exited: Draft = { type: 'node.exited', name: 'n' };

function done(outcome: 'ok' | 'error' | 'denied' | 'unknown'): Draft {
  return { type: 'tool.finished', callId: 'c', name: 't', outcome, result: null };
}
function status(to: RunStatus): Draft {
  return { type: 'run.status', status: to };
}
function check(drafts: readonly Draft[]) {
  return verify(drafts.map((draft, i) => stampDraft(draft, i + 1, 0)));
}

describe('legal', () => {
  const legal: Record<string, readonly Draft[]> = {
    nothing: [],
    'an empty run': [start, end],
    'one run after another': [start, end, { ...start, runId: 's' }, { ...end, runId: 's' }],
    'a message with reasoning': [start, m, thought, thoughtDone, text, mDone, end],
    'two messages at once': [start, m, { ...m, messageId: 'n' }, text, mDone, { ...mDone, messageId: 'n' }, end],
    'a message id used again after its end': [start, m, mDone, m, mDone, end],
    'a call with streamed arguments': [start, args, args, call, begun, output, done('ok'), end],
    'a call of a message that is complete': [start, m, callOfM, mDone, begun, done('error'), end],
    'a denied call that never started': [start, call, done('denied'), end],
    'a call that may not have started': [start, call, done('unknown'), end],
    'a question that the run waits for': [start, ask, status('awaiting_input'), answered, status('active'), end],
    'a question that the run does not wait for': [start, ask, m, text, answered, mDone, end],
    'a call that was made before the run waits': [
      start,
      call,
      ask,
      status('awaiting_input'),
      answered,
      done('denied'),
      end,
    ],
    'two nodes of one name': [
      start,
      { ...entered, nodeRun: '1' },
      { ...entered, nodeRun: '2' },
      { ...exited, nodeRun: '1' },
      { ...exited, nodeRun: '2' },
      end,
    ],
    'what belongs to the session, between runs': [
      { type: 'message.accepted', text: 'x' },
      { type: 'history.rewound', toSeq: 0 },
      { type: 'todo.item', listId: 'l', itemId: 'i', index: 0, text: 'x', status: 'pending' },
      { type: 'plan.edited', planId: 'p', steps: [] },
      { type: 'notice', of: 'x', text: 'x' },
      { type: 'custom', value: 1 },
      { type: 'foreign', dialect: 'x', data: 1 },
      { type: 'error', message: 'x', fatal: false },
    ],
  };
  it.each(Object.entries(legal))('%s', (_, drafts) => expect(check(drafts)).toBeUndefined());
});

describe('offences', () => {
  const offences: readonly (readonly [reason: string, index: number, drafts: readonly Draft[]])[] = [
    ['a run is still open', 1, [start, start]],
    ['no run is open', 0, [text]],
    ['no run is open', 2, [start, end, m]],
    ['no run is open', 0, [end]],
    ['belongs to run s while r is open', 1, [start, { ...m, runId: 's' }]],
    ['a run ends with run.finished, not with a status complete', 1, [start, status('complete')]],
    ['a run cannot go from paused to pausing', 2, [start, status('paused'), status('pausing')]],
    ['awaiting_input without an open question', 1, [start, status('awaiting_input')]],
    ['awaiting_input while a message is open', 3, [start, ask, m, status('awaiting_input')]],
    ['awaiting_input while call c runs', 4, [start, call, begun, ask, status('awaiting_input')]],
    ['the run waits for an answer', 3, [start, ask, status('awaiting_input'), m]],
    ['the run waits for an answer', 3, [start, ask, status('awaiting_input'), call]],
    ['the run waits for an answer', 4, [start, call, ask, status('awaiting_input'), begun]],
    ['message m is still open', 2, [start, m, end]],
    ['call c is still open', 2, [start, call, end]],
    ['node n is still open', 2, [start, entered, end]],
    ['question i is still open', 2, [start, ask, end]],
    ['message m is already open', 2, [start, m, m]],
    ['message m is not open', 1, [start, text]],
    ['message m is not open', 1, [start, thought]],
    ['message m is not open', 1, [start, mDone]],
    ['message m is not open', 3, [start, m, mDone, text]],
    ['reasoning of m is still open', 3, [start, m, thought, mDone]],
    ['call c already has its arguments', 2, [start, call, args]],
    ['call c was already made', 2, [start, call, call]],
    ['call c was not made, or has started', 1, [start, begun]],
    ['call c was not made, or has started', 2, [start, args, begun]],
    ['call c was not made, or has started', 3, [start, call, begun, begun]],
    ['message m is still open while its call starts', 3, [start, m, callOfM, begun]],
    ['call c has not started', 2, [start, call, output]],
    ['call c has not started', 2, [start, call, done('ok')]],
    ['call c was not made', 1, [start, done('denied')]],
    ['question i is already open', 2, [start, ask, ask]],
    ['question i is not open', 1, [start, answered]],
    ['node n is already open', 2, [start, entered, entered]],
    ['node n is not open', 1, [start, exited]],
  ];
  it.each(offences)('%s', (reason, index, drafts) => {
    expect(check(drafts)).toEqual({ index, seq: index + 1, type: drafts[index]?.type, reason });
  });

  it('a gap, a repetition or a step back in seq', () => {
    for (const seq of [1, 2, 4]) {
      const events = [stampDraft(start, 2, 0), stampDraft(end, seq, 0)];
      expect(verify(events)).toEqual({ index: 1, seq, type: 'run.finished', reason: `seq ${seq} where 3 was due` });
    }
  });

  it('starts anywhere in a log', () => {
    expect(verify([stampDraft(start, 41, 0), stampDraft(end, 42, 0)])).toBeUndefined();
  });
});

it('knows every state and lets no run leave an end', () => {
  expect(Object.keys(transitions).sort()).toEqual([...runStatus.options].sort());
  for (const final of ['stopped', 'complete', 'error', 'timed_out'] as const) expect(transitions[final]).toEqual([]);
});
