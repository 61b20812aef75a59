import { describe, expect, it } from 'vitest';
import { stampFrame } from '../../codec/extension.ts';
import type { EncodedFrame } from '../../dialect.ts';
import { type Draft, type FinalStatus, stampDraft } from '../../events.ts';
import type { JsonObject } from '../../json.ts';
import { lumine } from './index.ts';

const stream = { id: 's1', variant: 'plain', utcOffsetMin: 0, locale: 'en', baseUrl: 'http://host' } as const;
const run = { runId: 'r' };
const message = { ...run, messageId: 'm' };
const call = { ...run, callId: 'c', name: 'rm' };
const started: Draft = { ...run, type: 'run.started' };
const begun: Draft = { ...message, type: 'message.started', role: 'assistant' };
const asked: Draft = { ...run, type: 'input.requested', inputId: 'q1', kind: 'text', prompt: 'Which one?' };
const waits: Draft = { ...run, type: 'run.status', status: 'awaiting_input' };
const finished = (status: FinalStatus = 'complete'): Draft => ({ ...run, type: 'run.finished', status });
const says = (delta: string): Draft => ({ ...message, type: 'text.delta', delta });

function encode(drafts: readonly Draft[], about: Partial<typeof stream> = {}): EncodedFrame[] {
  const encoder = lumine.server.encoder({ ...stream, ...about });
  return drafts.flatMap((draft, i) => [...encoder.push(stampDraft(draft, i + 1, 0))]);
}

function objects(...drafts: Draft[]): JsonObject[] {
  return encode(drafts).map(({ data }) => JSON.parse(data) as JsonObject);
}

/** What the front end in the field makes of it: chunks and thoughts as one text, and nothing else. */
function shownToday(drafts: readonly Draft[]): string {
  const texts = objects(...drafts).filter(({ type }) => type === 'chunk' || type === 'reasoning');
  return texts.map(({ content }) => (content === '[DONE]' ? '' : content)).join('');
}

const everything: Draft[] = [
  started,
  begun,
  { ...message, type: 'reasoning.delta', delta: 'hm' },
  { ...message, type: 'reasoning.done' },
  says('hello'),
  { ...message, type: 'message.completed' },
  { ...call, type: 'tool.call', args: { path: 'x' } },
  { ...call, type: 'tool.started' },
  { ...call, type: 'tool.finished', outcome: 'ok', result: [1] },
  { ...run, type: 'todo.list', listId: 'l', items: [{ id: 'a', text: 'A', status: 'in_progress' }] },
  { ...run, type: 'todo.item', listId: 'l', itemId: 'a', index: 0, text: 'A', status: 'completed' },
  { ...run, type: 'image', imageId: 'i', url: 'https://example.org/i.png' },
  { ...run, type: 'chart', analysisId: 7, options: [] },
  { ...run, type: 'node.entered', name: 'plan' },
  { ...run, type: 'node.exited', name: 'plan' },
  { ...run, type: 'error', message: 'soft', fatal: false },
  asked,
  waits,
  { ...run, type: 'input.resolved', inputId: 'q1', outcome: 'cancelled' },
  finished('timed_out'),
];

const baseFields = [
  ...['type', 'id', 'role', 'session_id', 'conversation_id', 'tool_use_id'],
  ...['content', 'toolName', 'args', 'result', 'status', 'error'],
];

it('says where an image of this server is, and gives restoring clients the event as it was', () => {
  const image = { ...run, type: 'image', imageId: 'i', url: '/files/f' } as const;
  const [frame] = encode([started, image]);
  expect(JSON.parse(frame?.data ?? '')).toMatchObject({ type: 'image', url: `${stream.baseUrl}/files/f` });
  expect(frame?.standsFor).toMatchObject(image);
});

it('has every type of the document and all base fields on every frame', () => {
  const greeting = lumine.server.greet(stream, 0).map(({ data }) => JSON.parse(data) as JsonObject);
  const refusal = lumine.server
    .answer({ type: 'attach', session: 's1' }, { ok: false, error: { code: 'NOT_FOUND', message: 'no' } })
    .map(({ data }) => JSON.parse(data) as JsonObject);
  const frames = [...greeting, ...objects(...everything), ...refusal];
  expect([...new Set(frames.map(({ type }) => type))].sort()).toEqual(
    [
      'chunk',
      'error',
      'image',
      'reasoning',
      'session_id',
      'todo_list',
      'todo_update',
      'tool_result',
      'tool_use',
    ].sort(),
  );
  for (const frame of frames) {
    expect(Object.keys(frame)).toEqual(expect.arrayContaining(baseFields));
    expect(frame).toMatchObject({ role: 'assistant', session_id: 's1' });
    expect(Object.values(frame)).not.toContain(undefined);
  }
});

describe('conversation', () => {
  const conversations = (drafts: readonly Draft[], id = 's1') =>
    new Set(encode(drafts, { id } as object).map(({ data }) => (JSON.parse(data) as JsonObject).conversation_id));

  it('is null in the greeting and one UUID per session afterwards', () => {
    expect(JSON.parse(lumine.server.greet(stream, 0)[0]?.data ?? '')).toMatchObject({ conversation_id: null });
    const [mine, ...more] = conversations([...everything, { ...started, runId: 'r2' }, { ...finished(), runId: 'r2' }]);
    expect(mine).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(more).toEqual([]);
    expect(conversations(everything, 's2')).not.toContain(mine);
  });

  it('is the one that another server used, for that run', () => {
    const foreign: Draft = { ...started, ext: { lumine: { conversation_id: 'conv-9' } } };
    expect(conversations([foreign, finished()])).toEqual(new Set(['conv-9']));
    expect(conversations([foreign, finished(), started, finished()]).size).toBe(2);
  });
});

describe('end mark', () => {
  const errors = (frames: readonly JsonObject[]) => frames.filter(({ type }) => type === 'error');

  it.each<[FinalStatus, unknown[]]>([
    ['complete', ['[DONE]']],
    ['stopped', ['[DONE]']],
    ['error', ['\n\n⚠ The run failed.\n\n', 'RUN_FAILED', '[DONE]']],
    ['timed_out', ['\n\n⚠ The run took too long and was ended.\n\n', 'TIMED_OUT', '[DONE]']],
  ])('is last when a run ends as %s', (status, expected) => {
    expect(objects(started, finished(status)).map(({ code, content }) => code ?? content)).toEqual(expected);
  });

  it('follows an error that the run said by itself, which is not said again', () => {
    const failure: Draft = { ...run, type: 'error', message: 'boom', code: 'X', fatal: true };
    expect(errors(objects(started, failure, finished('error'))).map(({ error }) => error)).toEqual(['boom']);
    const out = objects(started, failure, { ...finished('timed_out'), reason: 'boom' } as Draft);
    expect(errors(out).map(({ code, error }) => [code, error])).toEqual([['TIMED_OUT', 'boom']]);
  });

  it('follows the error of the run, and that what the run leaves open', () => {
    const failure: Draft = { ...run, type: 'error', message: 'boom', fatal: true };
    const lost: Draft = { ...call, type: 'tool.finished', outcome: 'unknown', result: null };
    const frames = objects(
      started,
      { ...call, type: 'tool.call', args: {} },
      { ...call, type: 'tool.started' },
      failure,
      lost,
      finished('error'),
    );
    expect(frames.map(({ type }) => type)).toEqual(['tool_use', 'tool_result', 'chunk', 'error', 'chunk']);
  });

  it.each(['text.delta', 'reasoning.delta'] as const)('is never a piece of text (%s)', (type) => {
    const pieces = (delta: string) =>
      objects(started, begun, { ...message, type, delta }).map(({ content }) => content);
    expect(pieces('[DONE]')).toEqual(['[DONE', ']']);
    expect(pieces('abc[DONE]')).toEqual(['abc[DONE]']);
    expect(pieces(' [DONE]')).toEqual([' [DONE]']);
  });

  it('ends the turn after a question, and once more only for another question or the end', () => {
    const second: Draft = { ...asked, inputId: 'q2', prompt: 'And then?' } as Draft;
    const answered: Draft = { ...run, type: 'input.resolved', inputId: 'q1', outcome: 'answered', text: 'a' };
    const texts = objects(started, asked, second, waits, waits, answered, waits).map(({ content }) => content);
    expect(texts).toEqual(['\n\nWhich one?\n\n', '[DONE]', '\n\nAnd then?\n\n', '[DONE]']);
    expect(encode([started, asked, waits]).map(({ endsTurn }) => endsTurn)).toEqual([undefined, true]);
  });

  it('asks again when something was sent meanwhile: whoever saw it needs the end mark too', () => {
    const edited: Draft = { ...run, type: 'plan.edited', planId: 'p', steps: [] };
    const texts = objects(started, asked, waits, edited, waits).map(({ content }) => content);
    expect(texts.slice(3)).toEqual(['\n\nWhich one?\n\n', '[DONE]']);
  });

  it('asks again when the run went on and waits for the same answer', () => {
    const goesOn: Draft = { ...run, type: 'run.status', status: 'active' };
    expect(objects(started, asked, waits, goesOn, waits)).toHaveLength(4);
  });
});

describe('tools', () => {
  const made: Draft = { ...call, type: 'tool.call', args: null, argsText: '{"a":' };
  const ended = (outcome: 'ok' | 'error' | 'denied' | 'unknown', result: string | null): Draft =>
    ({ ...call, type: 'tool.finished', outcome, result }) as Draft;

  it('show their card when they start, not while they wait for a yes', () => {
    expect(objects(started, made)).toEqual([]);
    const [card] = objects(started, made, { ...call, type: 'tool.started' });
    expect(card).toMatchObject({
      type: 'tool_use',
      tool_use_id: 'c',
      status: 'running',
      args: null,
      args_text: '{"a":',
    });
  });

  it.each([
    ['error', 'disk full', { status: 'error', error: 'disk full', result: null }],
    ['denied', null, { status: 'error', error: 'The tool was not allowed to run.', outcome: 'denied', implied: true }],
    ['unknown', null, { status: 'error', error: 'What became of the tool is not known.', outcome: 'unknown' }],
  ] as const)('that never started and ended as %s still have a card with a reason', (outcome, result, expected) => {
    const [card, end] = objects(started, made, ended(outcome, result));
    expect(card).toMatchObject({ type: 'tool_use', started: false });
    expect(end).toMatchObject({ type: 'tool_result', tool_use_id: 'c', toolName: 'rm', ...expected });
  });
});

describe('words', () => {
  it('of the user are not shown as the assistant’s', () => {
    const user: Draft = { ...message, type: 'message.started', role: 'user' };
    const replaced: Draft = { ...message, type: 'text.replaced', text: 'mine' };
    expect(objects(started, user, says('mine'), { ...message, type: 'message.completed' }, replaced)).toEqual([]);
  });

  it('of the user are forgotten with the run: an id may come again', () => {
    const user: Draft = { ...message, type: 'message.started', role: 'user' };
    const before: Draft[] = [started, user, { ...message, type: 'message.completed' }, finished()];
    expect(objects(...before, started, begun, says('mine')).at(-1)).toMatchObject({ content: 'mine' });
  });

  it('among the thoughts close their thought, unless the model is thinking', () => {
    const tried: Draft = { ...run, type: 'tot.expand', candidates: ['plan'] };
    const thinking: Draft = { ...message, type: 'reasoning.delta', delta: 'hm' };
    const seen = (...drafts: Draft[]) => objects(...drafts).map(({ content, status }) => [content, status]);
    expect(seen(started, tried)).toEqual([
      ['\n1. plan\n', 'thinking'],
      ['', 'done'],
    ]);
    expect(seen(started, begun, thinking, tried)).toEqual([
      ['hm', 'thinking'],
      ['\n1. plan\n', 'thinking'],
    ]);
  });

  it('do not tell how the server works', () => {
    const node = { ...run, name: 'agent', nodeRun: 'n' };
    const internals: Draft[] = [
      { ...node, type: 'node.entered' },
      { ...run, type: 'usage', input: 1, output: 2, total: 3 },
      { ...run, type: 'state.snapshot', state: {} },
      { ...run, type: 'state.update', node: 'agent', state: {} },
      { ...run, type: 'checkpoint', checkpointId: 'c' },
      { ...node, type: 'node.exited' },
    ];
    expect(shownToday([started, begun, ...internals, says('hello'), ...internals, finished()])).toBe('hello');
  });

  it('of messages and thoughts do not touch each other', () => {
    const next = { ...run, messageId: 'n' };
    const drafts: Draft[] = [
      { ...message, type: 'reasoning.delta', delta: 'hm' },
      { ...message, type: 'reasoning.done' },
      says('I draw.'),
      { ...message, type: 'message.completed' },
      { ...next, type: 'message.started', role: 'assistant' },
      { ...next, type: 'text.delta', delta: 'Here it is.' },
    ];
    expect(shownToday([started, begun, ...drafts])).toBe('hm\n\nI draw.\n\nHere it is.');
  });

  it('say what today’s front end does not show: errors and images', () => {
    const soft: Draft = { ...run, type: 'error', message: 'soft', fatal: false };
    const hard: Draft = { ...run, type: 'error', message: 'hard', fatal: true };
    const image: Draft = { ...run, type: 'image', imageId: 'i', url: '/files/f', alt: 'Sales' };
    const shown = shownToday([started, begun, says('Look:'), image, soft, hard, finished('error')]);
    expect(shown.split(/\n+/)).toEqual(['Look:', '![Sales](http://host/files/f)', '⚠ soft', '⚠ hard', '']);
  });

  it('for a chart are a link in a chunk of its own', () => {
    const chart: Draft = { ...run, type: 'chart', analysisId: 7, title: 'Sales [Q1]', options: [] };
    const [link] = objects(started, chart);
    expect(link).toMatchObject({ type: 'chunk', content: '\n\n[Sales \\[Q1\\]](http://host/v1/analyses/7)\n\n' });
  });

  it('stand in the language of the stream', () => {
    const [error] = encode([started, finished('timed_out')], { locale: 'zh' } as object);
    expect(error?.data).toContain('运行超时');
  });
});

it('gives a restoring client every event of a run, in order', () => {
  const user = { ...run, messageId: 'u' };
  const other = { ...run, messageId: 'n' };
  const drafts: Draft[] = [
    { ...started, input: 'do it', ref: 'ref-1' } as Draft,
    { ...user, type: 'message.started', role: 'user' },
    { ...user, type: 'text.delta', delta: 'do it' },
    { ...user, type: 'message.completed' },
    begun,
    says('[DONE]'),
    { ...other, type: 'message.started', role: 'assistant', name: 'coder' },
    { ...other, type: 'text.delta', delta: 'meanwhile' },
    says(' said one'),
    { ...other, type: 'message.completed', interrupted: true },
    { ...message, type: 'message.completed' },
    { ...call, type: 'tool.args', delta: '{}' },
    { ...call, type: 'tool.call', args: {}, messageId: 'm' },
    { ...run, type: 'input.requested', inputId: 'q', kind: 'approval', callId: 'c', name: 'rm', args: {} },
    waits,
    { ...run, type: 'input.resolved', inputId: 'q', outcome: 'approved', by: 'alice' },
    { ...run, type: 'run.status', status: 'active' },
    { ...call, type: 'tool.started' },
    { ...call, type: 'tool.output', text: 'removing' },
    { ...call, type: 'tool.finished', outcome: 'ok', result: null },
    { ...run, type: 'plan.proposed', planId: 'p', steps: [] },
    { ...run, type: 'custom', value: { any: 'thing' } },
    finished('stopped'),
  ];
  const decoder = lumine.client.decoder(stream, { restores: true });
  const restored = encode(drafts).flatMap((frame) => {
    const { values, issue } = decoder.push({ data: stampFrame(frame, { cursor: true, restore: true }) });
    expect(issue).toBeUndefined();
    return values.map(({ at: _, ...draft }) => draft);
  });
  const split = drafts.flatMap((draft) => (draft === drafts[5] ? [says('[DONE'), says(']')] : [draft]));
  expect(restored).toEqual(split);
});
