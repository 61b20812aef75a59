import { describe, expect, it } from 'vitest';
import type { StreamInfo } from '../../dialect.ts';
import { type Draft, type FinalStatus, stampDraft } from '../../events.ts';
import type { JsonObject } from '../../json.ts';
import { nexus } from './index.ts';

const stream: StreamInfo = { id: 's1', variant: 'plain', utcOffsetMin: 0, locale: 'en', baseUrl: 'http://127.0.0.1:1' };
const r = { runId: 'run_1' };
const start: Draft = { ...r, type: 'run.started', input: 'hi' };
const call = (callId: string): Draft => ({ ...r, type: 'tool.call', callId, name: 'search', args: { q: callId } });
const begun = (callId: string): Draft => ({ ...r, type: 'tool.started', callId, name: 'search' });
const done = (callId: string, outcome: 'ok' | 'error' | 'denied' | 'unknown' = 'ok'): Draft => ({
  ...r,
  type: 'tool.finished',
  callId,
  name: 'search',
  outcome,
  result: { of: callId },
});
const end = (status: FinalStatus): Draft => ({ ...r, type: 'run.finished', status });
const failure: Draft = { ...r, type: 'error', message: 'no model', code: 'E', fatal: true };
const ask: Draft = {
  ...r,
  type: 'input.requested',
  inputId: 'i',
  kind: 'approval',
  callId: 'a',
  name: 'search',
  args: {},
};
const status = (to: 'awaiting_input' | 'active'): Draft => ({ ...r, type: 'run.status', status: to });

interface Sent extends JsonObject {
  event: string;
  run_id: string;
  payload: JsonObject;
}

function sent(drafts: readonly Draft[], of: Partial<StreamInfo> = {}): Sent[] {
  const encoder = nexus.server.encoder({ ...stream, ...of });
  const frames = drafts.flatMap((draft, i) => encoder.push(stampDraft(draft, i + 1, 0)));
  return frames.map(({ data }) => JSON.parse(data) as Sent);
}

function outline(drafts: readonly Draft[]): string[] {
  return sent(drafts).map(({ event, payload }) => [event, payload.status, payload.tool_name].filter(Boolean).join(' '));
}

describe('how a run ends', () => {
  const endings: Record<string, readonly [drafts: readonly Draft[], frames: readonly string[]]> = {
    complete: [[end('complete')], ['run_finished completed']],
    'an error that was said': [
      [failure, end('error')],
      ['error', 'run_finished failed'],
    ],
    'an error that was not said': [[end('error')], ['error', 'run_finished failed']],
    stopped: [[end('stopped')], ['error', 'run_finished failed']],
    'the cap of iterations': [
      [failure, end('timed_out')],
      ['error', 'run_finished timed_out'],
    ],
    'out of time, not said': [[end('timed_out')], ['error', 'run_finished timed_out']],
    'an error, after the card that it leaves open': [
      [call('a'), begun('a'), failure, done('a', 'unknown'), end('error')],
      ['tool_call_started search', 'tool_call_finished error search', 'error', 'run_finished failed'],
    ],
    'with a card open that is closed first': [
      [call('a'), begun('a'), done('a', 'unknown'), end('stopped')],
      ['tool_call_started search', 'tool_call_finished error search', 'error', 'run_finished failed'],
    ],
  };
  it.each(Object.entries(endings))('%s', (_, [drafts, frames]) => {
    expect(outline([start, ...drafts])).toEqual(['run_started', ...frames]);
  });

  it.each([
    ['a text', 'a text'],
    [{ status: 500 }, '{"status":500}'],
  ])('has its details %j as a text', (details, text) => {
    const [, error] = sent([start, { ...failure, details } as Draft, end('error')]);
    expect(error?.payload).toMatchObject({ message: 'no model', details: text });
  });

  it('says why in the language of the stream, or in the words of the run', () => {
    const reason = (drafts: Draft[], locale: 'en' | 'zh') => sent(drafts, { locale })[1]?.payload.message;
    expect(reason([start, end('stopped')], 'en')).toBe('The run was stopped.');
    expect(reason([start, end('stopped')], 'zh')).toBe('运行已停止。');
    expect(reason([start, { ...r, type: 'run.finished', status: 'timed_out', reason: 'budget' }], 'en')).toBe('budget');
  });
});

describe('tool cards', () => {
  it('start together, then finish, with objects as arguments and texts as results', () => {
    const frames = sent([start, call('a'), call('b'), begun('a'), begun('b'), done('a'), done('b'), end('complete')]);
    expect(frames.slice(1, -1).map(({ payload }) => payload)).toEqual([
      { tool_name: 'search', args: { q: 'a' }, call_id: 'a' },
      { tool_name: 'search (2)', args: { q: 'b' }, call_id: 'b', name: 'search' },
      { tool_name: 'search', status: 'success', result: '{"of":"a"}', call_id: 'a', outcome: 'ok' },
      { tool_name: 'search (2)', status: 'success', result: '{"of":"b"}', call_id: 'b', outcome: 'ok' },
    ]);
  });

  it('have their plain name again when no other call has it', () => {
    const frames = sent([start, call('a'), begun('a'), done('a'), call('b'), begun('b'), done('b')]);
    expect(frames.map(({ payload }) => payload.tool_name)).not.toContain('search (2)');
  });

  it('have an object even where the model wrote none', () => {
    const broken: Draft = { ...r, type: 'tool.call', callId: 'a', name: 'search', args: null, argsText: '{"q":' };
    expect(sent([start, broken, begun('a')])[1]?.payload).toMatchObject({ args: {}, args_text: '{"q":' });
  });

  it.each([
    ['error', 'The tool failed.'],
    ['denied', 'The tool was not allowed to run.'],
    ['unknown', 'What became of the tool is not known.'],
  ] as const)('say in words that a call was %s where it gave nothing back', (outcome, words) => {
    const finished: Draft = { ...r, type: 'tool.finished', callId: 'a', name: 'search', outcome, result: null };
    const frames = sent([start, call('a'), begun('a'), finished]);
    expect(frames.at(-1)?.payload).toMatchObject({ status: 'error', result: words });
    const decoder = nexus.client.decoder(stream);
    const drafts = frames.flatMap((frame) => decoder.push({ data: JSON.stringify(frame) }).values);
    expect(drafts.at(-1)).toMatchObject({ outcome, result: null });
  });

  it('do not turn while a person is asked, and show a refusal at once', () => {
    const asked = [start, call('a'), ask, status('awaiting_input')];
    expect(outline(asked)).toEqual(['run_started', 'text_chunk', 'run_finished completed']);
    const denied: Draft[] = [
      { ...r, type: 'input.resolved', inputId: 'i', outcome: 'denied' },
      status('active'),
      done('a', 'denied'),
    ];
    expect(outline([...asked, ...denied]).slice(3)).toEqual([
      'run_started',
      'tool_call_started search',
      'tool_call_finished error search',
    ]);
  });
});

describe('a question', () => {
  const answered: Draft = { ...r, type: 'input.resolved', inputId: 'i', outcome: 'approved' };

  it('ends the turn as completed, for any other status is shown as an error', () => {
    const [, text, last] = sent([start, call('a'), ask, status('awaiting_input')]);
    expect(text?.payload.chunk).toContain('`search`');
    expect(last?.payload).toEqual({ status: 'completed' });
  });

  it('is followed by a turn with a run id of its own', () => {
    const frames = sent([start, call('a'), ask, status('awaiting_input'), answered, status('active'), begun('a')]);
    expect(frames.map(({ run_id }) => run_id)).toEqual(['run_1', 'run_1', 'run_1', 'run_1~2', 'run_1~2']);
    expect(frames[3]?.payload).toEqual({ session_id: 's1', user_input: 'hi' });
  });

  it('is followed by a turn that says what the user answered', () => {
    const drafts = [start, call('a'), ask, status('awaiting_input'), { ...answered, text: 'yes' }, status('active')];
    expect(sent(drafts).at(-1)?.payload).toEqual({ session_id: 's1', user_input: 'yes' });
  });

  it('is asked again after an unclear answer, but not twice for one wait', () => {
    const waits = status('awaiting_input');
    const count = (drafts: Draft[]) => outline(drafts).filter((frame) => frame === 'text_chunk').length;
    expect(count([start, call('a'), ask, waits, waits])).toBe(1);
    expect(count([start, call('a'), ask, waits, status('active'), waits])).toBe(2);
  });
});

it('has the envelope on every frame: a string, a string and an object', () => {
  const item = { id: 't', text: 'buy', status: 'pending' } as const;
  const frames = sent([
    { type: 'error', message: 'before any run', fatal: false },
    { type: 'todo.item', listId: 'l', itemId: 't', index: 0, text: 'buy', status: 'pending' },
    start,
    { ...r, type: 'todo.list', listId: 'l', items: [item] },
    { ...r, type: 'error', message: 'soft', fatal: false },
    failure,
    end('error'),
  ]);
  for (const { event, run_id, payload } of frames) {
    expect([typeof event, typeof run_id, payload instanceof Object]).toEqual(['string', 'string', true]);
  }
});

it('does not show a soft error as the end of the run', () => {
  const soft: Draft = { ...r, type: 'error', message: 'one tool is slow', fatal: false };
  expect(outline([start, soft, end('complete')])).toEqual(['run_started', 'text_chunk', 'run_finished completed']);
});

it('does not put the words of the user into the mouth of the assistant', () => {
  const drafts: Draft[] = [
    start,
    { ...r, type: 'message.started', messageId: 'm', role: 'user' },
    { ...r, type: 'text.delta', messageId: 'm', delta: 'I said this' },
    { ...r, type: 'message.completed', messageId: 'm' },
  ];
  expect(outline(drafts)).toEqual(['run_started']);
});

it('lets two messages of a run not touch each other, for AURA puts them into one bubble', () => {
  const say = (messageId: string, delta: string): Draft[] => [
    { ...r, type: 'message.started', messageId, role: 'assistant' },
    { ...r, type: 'text.delta', messageId, delta },
    { ...r, type: 'message.completed', messageId },
  ];
  const frames = sent([start, ...say('m', 'I draw.'), call('a'), begun('a'), done('a'), ...say('n', 'Here it is.')]);
  const chunks = frames.filter(({ event }) => event === 'text_chunk').map(({ payload }) => payload);
  expect(chunks).toEqual([{ chunk: 'I draw.' }, { chunk: '\n\n', separator: true }, { chunk: 'Here it is.' }]);
});
