import { describe, expect, it } from 'vitest';
import { type Draft, stampDraft } from '../../events.ts';
import { verify } from '../../verify.ts';
import { decoder } from './decode.ts';
import { AT, completed, draftsOf, frame, message, stream, update } from './testing.ts';
import type { Message } from './wire.ts';

const text = (it: string) => ({ type: 'text' as const, text: it });
const use = (id: string, name = 'search', input = {}) => ({ type: 'tool_use' as const, id, name, input });
const result = (id: string, output: string | { type: string }[], name?: string) => ({
  type: 'tool_result' as const,
  id,
  output,
  ...(name !== undefined && { name }),
});
const end = frame('response_completed');
const display = 'display_analyse_by_code_result';

const begun: Draft = { type: 'message.started', messageId: 'm', role: 'assistant' };
const done: Draft = { type: 'message.completed', messageId: 'm' };
const delta = (it: string): Draft => ({ type: 'text.delta', messageId: 'm', delta: it });
const called = (callId: string, more: object = {}): Draft =>
  ({ type: 'tool.call', callId, name: 'search', args: {}, messageId: 'm', ...more }) as Draft;
const ran = (callId: string): Draft => ({ type: 'tool.started', callId, name: 'search' });
const gave = (callId: string, value: unknown, more: object = {}): Draft =>
  ({ type: 'tool.finished', callId, name: 'search', outcome: 'ok', result: value, messageId: 'r', ...more }) as Draft;

/** What the frames of one turn say, after the start of its run. */
const turns: [string, { data: string }[], Draft[]][] = [
  [
    'whole texts as what is new in them',
    [update('m', [text('a')]), update('m', [text('ab')]), update('m', [text('ab')]), completed('m', [text('abc')])],
    [begun, delta('a'), delta('b'), delta('c'), done],
  ],
  [
    'a text that changed as a correction',
    [update('m', [text('wrong')]), completed('m', [text('right')])],
    [begun, delta('wrong'), { type: 'text.replaced', messageId: 'm', text: 'right' }, done],
  ],
  [
    'a text that the last frame leaves out as it was',
    [update('m', [text('so')]), completed('m', [use('c')])],
    [begun, delta('so'), called('c'), done],
  ],
  ['a message twice as one', [completed('m', [text('a')]), completed('m', [text('a')])], [begun, delta('a'), done]],
  [
    'generate_response as text, and its result as nothing',
    [
      update('m', [use('g', 'generate_response')]),
      update('m', [use('g', 'generate_response', { response: 'a' })]),
      completed('m', [use('g', 'generate_response', { response: 'ab' })]),
      completed('r', [result('g', 'ok', 'generate_response')]),
      completed('r2', [result('g', 'ok')]),
    ],
    [begun, delta('a'), delta('b'), done],
  ],
  [
    'calls from the completed message alone: arguments grow before',
    [update('m', [use('c', 'search', { q: 'h' })]), completed('m', [use('c', 'search', { q: 'hi' })])],
    [begun, called('c', { args: { q: 'hi' } }), done],
  ],
  [
    'several results of one message',
    [completed('m', [use('a'), use('b')]), completed('r', [result('a', '1'), result('b', '2')])],
    [begun, called('a'), called('b'), done, ran('a'), gave('a', '1'), ran('b'), gave('b', '2')],
  ],
  [
    'results that come again with their message once',
    [completed('m', [use('a')]), completed('r', [result('a', '1')]), completed('r', [result('a', '1')])],
    [begun, called('a'), done, ran('a'), gave('a', '1')],
  ],
  [
    'a result that overtakes the end of its call',
    [update('m', [use('c')]), completed('r', [result('c', 'x')]), completed('m', [use('c')])],
    [begun, called('c'), done, ran('c'), gave('c', 'x')],
  ],
  [
    'tools that were never completed, at the end of the turn',
    [update('m', [use('c')]), update('r', [result('c', 'x')]), end],
    [begun, called('c'), done, ran('c'), gave('c', 'x'), { type: 'run.finished', status: 'complete' }],
  ],
  [
    'a result that is never completed, when the next message begins',
    [completed('n', [use('c')]), update('r', [result('c', 'x')]), update('m', [text('a')])],
    [
      { ...begun, messageId: 'n' } as Draft,
      called('c', { messageId: 'n' }),
      { ...done, messageId: 'n' } as Draft,
      ran('c'),
      gave('c', 'x'),
      begun,
      delta('a'),
    ],
  ],
  [
    'a thinking block as reasoning',
    [
      update('m', [{ type: 'thinking', thinking: 'h' }]),
      completed('m', [{ type: 'thinking', thinking: 'hm' }, text('a')]),
    ],
    [
      begun,
      { type: 'reasoning.delta', messageId: 'm', delta: 'h' },
      { type: 'reasoning.delta', messageId: 'm', delta: 'm' },
      { type: 'reasoning.done', messageId: 'm' },
      delta('a'),
      done,
    ],
  ],
  [
    'images as they are in AgentScope',
    [
      completed('m', [
        { type: 'image', source: { type: 'url', url: 'http://x/a.png' } },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      ]),
    ],
    [
      { type: 'image', imageId: 'm.0', url: 'http://x/a.png' },
      { type: 'image', imageId: 'm.1', url: 'data:image/png;base64,AAAA' },
    ],
  ],
  [
    'the name and role of a message',
    [completed('m', [text('a')], { name: 'Analyst' })],
    [{ ...begun, name: 'Analyst' } as Draft, delta('a'), done],
  ],
  [
    'an error as the end of its run',
    [frame('error', { hint: 'broken' }), end],
    [
      { type: 'error', message: 'broken', fatal: true },
      { type: 'run.finished', status: 'error' },
    ],
  ],
  [
    'a next turn after an error without an end',
    [frame('error', { hint: 'broken' }), frame('status', { hint: 'connected' })],
    [
      { type: 'error', message: 'broken', fatal: true },
      { type: 'run.finished', status: 'error' },
    ],
  ],
  [
    'a message across a new connection as one',
    [update('m', [text('ab')]), frame('status', { hint: 'connected' }), completed('m', [text('abc')])],
    [begun, delta('ab'), delta('c'), done],
  ],
];

describe('reads', () => {
  it.each(turns)('%s', (_, frames, drafts) => {
    const read = draftsOf(frames);
    expect(read).toEqual([{ type: 'run.started' }, ...drafts]);
    expect(verify(read.map((draft, i) => stampDraft(draft, i + 1, AT)))).toBeUndefined();
  });

  it.each<[string, Message['content'][number], unknown]>([
    ['a text', result('c', [text('x')]), 'x'],
    ['several texts', result('c', [text('x'), text('y')]), 'x\ny'],
    ['a plain string, as after an interrupt', result('c', 'cut'), 'cut'],
    ['blocks with more than text', result('c', [text('x'), { type: 'image' }]), [text('x'), { type: 'image' }]],
    ['nothing', { type: 'tool_result', id: 'c', output: null }, null],
  ])('%s as a result', (_, block, value) => {
    const finished = draftsOf([completed('m', [use('c')]), completed('r', [block])]).at(-1);
    expect(finished).toEqual(gave('c', value));
  });

  it.each<[string, object[]]>([
    ['{"analyse_id": 84012}', [{ type: 'chart', analysisId: 84012, callId: 'c', options: [] }]],
    ['{"analyse_id": "a"}', [{ type: 'chart', analysisId: 'a', callId: 'c', options: [] }]],
    ['{"analyse_i"\': 1}', []],
    ['{"analyse_id": null}', []],
    ['Error: no data', []],
  ])('the result %s of the chart tool', (words, charts) => {
    const pair = [completed('m', [use('c', display, {})]), completed('r', [result('c', [text(words)], display)])];
    expect(draftsOf(pair).filter(({ type }) => type === 'chart')).toEqual(charts);
  });

  it.each([
    ['2025-09-22 10:19:30.709', 0, AT],
    ['2025-09-22 18:19:30.709', 480, AT],
    ['yesterday', 0, undefined],
  ])('the time %s at offset %i', (timestamp, utcOffsetMin, at) => {
    const frames = [completed('m', [text('a')], { timestamp })];
    expect(draftsOf(frames, { utcOffsetMin })[1]?.at).toBe(at);
  });
});

describe('the session', () => {
  it('is named by any frame, and other sessions are elsewhere', () => {
    const reader = decoder({ ...stream, id: '' });
    expect(reader.push(frame('message_update', message('m', [text('a')]), 'one')).signals).toEqual([
      { kind: 'session', id: 'one' },
    ]);
    const other = reader.push(frame('message_update', message('m', [text('b')]), 'two'));
    expect(other).toEqual({ values: [], signals: [{ kind: 'elsewhere', detail: 'session two' }] });
    expect(reader.push(frame('status', { hint: 'connected' }, 'two')).signals).toContainEqual({
      kind: 'session',
      id: 'two',
    });
  });
});

describe('the end of the connection', () => {
  it.each<[string, { data: string }[], Draft[]]>([
    ['cuts the open message', [update('m', [text('a')])], [{ ...done, interrupted: true } as Draft]],
    [
      'makes the most of tools that were not completed',
      [update('m', [use('c')])],
      [called('c'), { ...done, interrupted: true } as Draft],
    ],
    ['ends a run that failed', [frame('error', { hint: 'x' })], [{ type: 'run.finished', status: 'error' }]],
    ['leaves a run open that may go on', [completed('m', [text('a')])], []],
  ])('%s', (_, frames, drafts) => {
    const reader = decoder(stream);
    for (const one of frames) reader.push(one);
    expect(reader.end().values.map(({ runId: _run, ...draft }) => draft)).toEqual(drafts);
  });
});

it('keeps a block that it does not know', () => {
  const block = { type: 'audio', source: 'x' };
  const { values, issue } = decoder(stream).push(completed('m', [text('a'), block]));
  expect(values).toContainEqual({ type: 'foreign', dialect: 'onedragon', data: block, runId: '~r1' });
  expect(issue).toEqual({ reason: 'unknown', detail: 'There is no block audio. / 没有 block audio。' });
});

it('takes a refusal for what it is: no error of a run', () => {
  const refused = frame('error', { hint: 'busy', outside_run: true, refused: { code: 'BUSY', ref: '1' } });
  const { values, signals } = decoder(stream).push(refused);
  expect(values).toEqual([]);
  expect(signals).toContainEqual({ kind: 'refused', ref: '1', error: { code: 'BUSY', message: 'busy' } });
});
