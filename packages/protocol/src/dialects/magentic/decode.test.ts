import { describe, expect, it } from 'vitest';
import type { Signal } from '../../dialect.ts';
import type { Draft } from '../../events.ts';
import type { Json } from '../../json.ts';
import { magentic } from './index.ts';

const stream = { id: '7', variant: 'plain', utcOffsetMin: 0, locale: 'en', baseUrl: 'http://127.0.0.1:1' } as const;

function read(...frames: Json[]): { drafts: Draft[]; signals: Signal[] } {
  const decoder = magentic.client.decoder(stream, { restores: true });
  const decoded = [...frames.map((frame) => decoder.push({ data: JSON.stringify(frame) })), decoder.end()];
  expect(decoded.flatMap(({ issue }) => issue ?? [])).toEqual([]);
  return {
    drafts: decoded.flatMap(({ values }) => values),
    signals: decoded.flatMap(({ signals }) => signals ?? []),
  };
}

/** The drafts after the start, without what is the same for all. */
function told(...frames: Json[]): object[] {
  return read(active, user('go'), ...frames)
    .drafts.slice(1)
    .map(({ runId: _, ...draft }) => draft);
}

const system = (status: string) => ({ type: 'system', status });
const active = system('active');
const message = (source: string, content: Json, more: { [key: string]: Json } = {}) => ({
  type: 'message',
  data: { source, models_usage: null, metadata: {}, content, type: 'TextMessage', ...more },
});
const user = (content: string) => message('user', content);
const typed = (type: string, content: string) => message('Orchestrator', content, { metadata: { type } });
const chunk = (source: string, content: string) => ({ type: 'message_chunk', data: { source, content } });
const ask = (input_type: string | null) => ({ type: 'input_request', input_type, prompt: 'Which?' });
const completed = { type: 'message.completed', messageId: '~r1.m1' };

it('reads the greeting as a signal', () => {
  expect(read(system('connected'))).toEqual({ drafts: [], signals: [{ kind: 'connected' }] });
});

it.each<[string, Json[]]>([
  ['plain', [active, user('go')]],
  ['as the page sends it', [active, user('{"content":"go","plan":"[]"}')]],
  ['whose status was lost', [user('go')]],
])('begins a run with the task: %s', (_, frames) => {
  expect(read(...frames).drafts).toEqual([{ type: 'run.started', runId: '~r1', input: 'go' }]);
});

describe('a text', () => {
  it.each<[string, string[], string, object[]]>([
    ['after the same in pieces is not said again', ['ab', 'c'], 'abc', []],
    ['that goes on says the rest', ['ab'], 'abc', [{ type: 'text.delta', messageId: '~r1.m1', delta: 'c' }]],
    ['that differs replaces them', ['xy'], 'abc', [{ type: 'text.replaced', messageId: '~r1.m1', text: 'abc' }]],
  ])('%s', (_, pieces, whole, expected) => {
    const frames = [...pieces.map((piece) => chunk('assistant', piece)), message('assistant', whole)];
    expect(told(...frames).slice(1 + pieces.length)).toEqual([...expected, completed]);
  });

  it('without pieces is a message of its agent', () => {
    expect(told(message('web_surfer', 'abc'))).toEqual([
      { type: 'message.started', messageId: '~r1.m1', role: 'assistant', agent: 'web_surfer' },
      { type: 'text.delta', messageId: '~r1.m1', delta: 'abc' },
      completed,
    ]);
  });

  it('of two agents at once does not mix', () => {
    const texts = told(chunk('a', '1'), chunk('b', '2'), chunk('a', '3'), message('a', '13'), message('b', '2'));
    const deltas = texts.filter((draft) => 'delta' in draft);
    expect(deltas).toMatchObject([{ messageId: '~r1.m1' }, { messageId: '~r1.m2' }, { messageId: '~r1.m1' }]);
  });
});

describe('a question', () => {
  const requested = { type: 'input.requested', inputId: '~r1.q1', kind: 'text', prompt: 'Which?' };
  const waits = { type: 'run.status', status: 'awaiting_input' };
  const goesOn = { type: 'run.status', status: 'active' };
  const answered = { type: 'input.resolved', inputId: '~r1.q1', outcome: 'answered' };

  it.each<[string, Json[], object[]]>([
    ['after its status', [system('awaiting_input'), ask('text_input')], [requested, waits]],
    ['alone', [ask('text_input')], [requested, waits]],
    ['without a type', [ask(null)], [requested, waits]],
    ['for an approval', [ask('approval')], [{ ...requested, kind: 'approval' }, waits]],
  ])('%s is asked before the run waits', (_, frames, expected) => {
    expect(told(...frames).slice(0, 2)).toEqual(expected);
  });

  it('is made up where a run only says that it waits', () => {
    const [first, second] = told(system('awaiting_input'), message('a', 'well?'));
    expect([first, second]).toEqual([{ type: 'input.requested', inputId: '~r1.q1', kind: 'text' }, waits]);
  });

  it.each<[string, Json[], object[]]>([
    [
      'text with its echo',
      [ask('text_input'), active, message('user_proxy', 'A')],
      [{ ...answered, text: 'A' }, goesOn],
    ],
    ['text whose echo comes first', [ask('text_input'), message('user_proxy', 'A')], [{ ...answered, text: 'A' }]],
    ['text without an echo', [ask('text_input'), active, system('pausing')], [answered, goesOn]],
    ['approval', [ask('approval'), active], [answered, goesOn]],
  ])('is over with the answer: %s', (_, frames, expected) => {
    expect(told(...frames).slice(2, 2 + expected.length)).toEqual(expected);
  });

  it('right after a plan is about the plan', () => {
    const plan = typed('plan_message', '{"task":"t","plan_summary":"s","steps":[{"title":"one"}]}');
    expect(told(plan, ask('text_input')).slice(0, 2)).toMatchObject([
      { type: 'plan.proposed', planId: '~r1.p1', task: 't', summary: 's', steps: [{ title: 'one' }] },
      { type: 'input.requested', kind: 'plan', planId: '~r1.p1' },
    ]);
  });
});

describe('an end', () => {
  const usage = { input: 0, output: 0, total: 5 };
  it.each<[Json, object]>([
    [
      { type: 'result', status: 'complete', data: { task_result: 'x', usage: { tokens: 5, cost: 1 }, duration: 2.5 } },
      { status: 'complete', text: 'x', usage, cost: 1, durationMs: 2500 },
    ],
    [
      {
        type: 'result',
        status: 'complete',
        data: { task_result: { messages: [], stop_reason: null }, usage: '', duration: 1 },
      },
      { status: 'complete', durationMs: 1000 },
    ],
    [{ type: 'completion', status: 'cancelled' }, { status: 'stopped' }],
    [{ type: 'completion', status: 'stopped' }, { status: 'stopped' }],
    [
      { type: 'completion', status: 'error', data: { task_result: { messages: [{ content: 'boom' }] }, usage: '' } },
      { status: 'error', reason: 'boom' },
    ],
    [
      { type: 'completion', status: 'error', data: { task_result: { messages: [], stop_reason: 'limit' } } },
      { status: 'error', reason: 'limit' },
    ],
    [system('stopped'), { status: 'stopped' }],
  ])('%j', (frame, expected) => {
    expect(told(frame)).toEqual([{ type: 'run.finished', ...expected }]);
  });

  it('takes the final answer for the text that the result left out, and shows it once', () => {
    const result = { type: 'result', status: 'complete' };
    const drafts = told(message('a', 'It is 42.'), typed('final_answer', 'Final Answer: It is 42.'), result);
    expect(drafts.slice(3)).toEqual([{ type: 'run.finished', status: 'complete', text: 'It is 42.' }]);
    expect(told(typed('final_answer', 'Final Answer: New.'), result)[1]).toMatchObject({ delta: 'New.' });
  });

  it('told twice is one', () => {
    const { drafts, signals } = read(active, user('go'), system('stopped'), { type: 'completion', status: 'stopped' });
    expect(drafts.map(({ type }) => type)).toEqual(['run.started', 'run.finished']);
    expect(signals.map(({ kind }) => kind)).toEqual(['turn.ended', 'duplicate']);
  });
});

it.each<[string, Json, object[]]>([
  [
    'several calls in one message',
    message('a', [
      { id: '1', name: 'f', arguments: '{"a":1}' },
      { id: '2', name: 'g', arguments: 'nonsense' },
    ]),
    [
      { type: 'tool.call', callId: '1', name: 'f', args: { a: 1 } },
      { type: 'tool.call', callId: '2', name: 'g', args: null, argsText: 'nonsense' },
    ],
  ],
  [
    'texts among pictures',
    message('assistant', ['I see', { url: 'data:,', alt: 'x' }]),
    [
      { type: 'message.started' },
      { type: 'text.delta', delta: 'I see' },
      { type: 'message.completed' },
      { type: 'image', url: 'data:,', alt: 'x' },
    ],
  ],
  [
    'an answer in place of a plan',
    typed('plan_message', '{"needs_plan":false,"response":"Hello!","steps":[]}'),
    [{ type: 'message.started' }, { type: 'text.delta', delta: 'Hello!' }, { type: 'message.completed' }],
  ],
  ['a new plan', typed('replanning', 'Again.'), [{ type: 'notice', of: 'replanning', text: 'Again.' }]],
  [
    'a plan that is no JSON',
    typed('plan_message', 'First this, then that'),
    [
      { type: 'message.started' },
      { type: 'text.delta', delta: 'First this, then that' },
      { type: 'message.completed' },
    ],
  ],
  [
    'a thought',
    message('a', 'Hm.', { type: 'ThoughtEvent' }),
    [{ type: 'message.started' }, { type: 'reasoning.delta', delta: 'Hm.' }, { type: 'reasoning.done' }, completed],
  ],
  [
    'what it cost',
    message('a', 'x', { models_usage: { prompt_tokens: 2, completion_tokens: 3 } }),
    [{}, {}, {}, { type: 'usage', input: 2, output: 3, total: 5 }],
  ],
])('reads %s', (_, frame, expected) => {
  const drafts = told(frame).slice(0, expected.length);
  expect(drafts).toMatchObject(expected);
});

it.each<Json>([
  { ...active, run_id: 8 },
  { type: 'message', data: { content: 'x', run_id: '8' } },
  { ...active, run_id: 8, polywire: { cursor: '3.0', event: { type: 'custom', value: 1, seq: 3, at: 0 } } },
])('leaves alone what is of another run: %j', (frame) => {
  expect(read(frame)).toEqual({ drafts: [], signals: [{ kind: 'elsewhere', detail: 'run 8' }] });
});

it('takes what is of its own run', () => {
  expect(read({ ...active, run_id: 7 }).drafts).toEqual([{ type: 'run.started', runId: '~r1' }]);
});

it('reads an error as the refusal of what was sent', () => {
  const error = { code: 'INVALID', message: 'Invalid message format' };
  expect(read({ type: 'error', error: 'Invalid message format' }).signals).toEqual([{ kind: 'refused', error }]);
});
