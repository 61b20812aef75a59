import { describe, expect, it } from 'vitest';
import { stampFrame } from '../../codec/extension.ts';
import type { StreamInfo } from '../../dialect.ts';
import { type Draft, stampDraft } from '../../events.ts';
import type { Json } from '../../json.ts';
import { nexus } from './index.ts';

const stream: StreamInfo = { id: 's1', variant: 'plain', utcOffsetMin: 0, locale: 'en', baseUrl: 'http://127.0.0.1:1' };
const frame = (event: string, payload: Json, run_id = 'run_1') => ({ event, run_id, payload });
const started = frame('run_started', { session_id: 's1', user_input: 'hi' });
const toolStarted = (tool_name: string) => frame('tool_call_started', { tool_name, args: {} });
const toolFinished = (tool_name: string, result: string) =>
  frame('tool_call_finished', { tool_name, status: 'success', result });

function read(frames: readonly Json[]): Draft[] {
  const decoder = nexus.client.decoder(stream);
  return frames.flatMap((one) => decoder.push({ data: JSON.stringify(one) }).values);
}
const types = (drafts: readonly Draft[]) => drafts.map(({ type }) => type);

it('hears of a refusal in the middle of a run as of a refusal, and the run goes on', () => {
  const refused = nexus.server.answer(
    { type: 'attach' },
    { ok: false, error: { code: 'STORAGE_FULL', message: 'There is no room.' } },
  );
  const decoder = nexus.client.decoder(stream);
  decoder.push({ data: JSON.stringify(started) });
  const told = refused.map((one) => decoder.push(one));
  expect(told.flatMap(({ values }) => values)).toEqual([]);
  const error = { code: 'STORAGE_FULL', message: 'There is no room.' };
  expect(told.flatMap(({ signals = [] }) => signals)).toEqual([{ kind: 'refused', error }]);
  const text = { data: JSON.stringify(frame('text_chunk', { chunk: 'on' })) };
  expect(types([...decoder.push(text).values])).toEqual(['message.started', 'text.delta']);
});

describe('a server in the field', () => {
  it('starts tools when it says so, and names no calls', () => {
    const drafts = read([
      started,
      frame('text_chunk', { chunk: 'x' }),
      toolStarted('search'),
      toolFinished('search', '1'),
      frame('run_finished', { status: 'completed' }),
    ]);
    expect(types(drafts)).toEqual([
      ...['run.started', 'message.started', 'text.delta', 'message.completed'],
      ...['tool.call', 'tool.started', 'tool.finished', 'run.finished'],
    ]);
    const calls = drafts.flatMap((draft) => ('callId' in draft ? [draft.callId] : []));
    expect(new Set(calls).size).toBe(1);
  });

  it.each([{}, { session_id: null, user_input: null }, { user_input: 'hi' }])('begins a run with %j', (payload) => {
    const [begun] = read([frame('run_started', payload), frame('text_chunk', { chunk: 'x' })]);
    expect(begun).toEqual({
      type: 'run.started',
      runId: 'run_1',
      ...(payload.user_input ? { input: payload.user_input } : {}),
    });
  });

  it('matches a result with the call of that name, whatever the order', () => {
    const drafts = read([started, toolStarted('a'), toolStarted('b'), toolFinished('b', '2'), toolFinished('a', '1')]);
    const made = Object.fromEntries(drafts.flatMap((it) => (it.type === 'tool.call' ? [[it.callId, it.name]] : [])));
    const got = drafts.flatMap((it) => (it.type === 'tool.finished' ? [[made[it.callId ?? ''], it.result]] : []));
    expect(got).toEqual([
      ['b', '2'],
      ['a', '1'],
    ]);
  });

  it('gives the results of one tool to its calls in their order', () => {
    const drafts = read([
      started,
      ...[toolStarted('search'), toolStarted('search'), toolFinished('search', '1'), toolFinished('search', '2')],
      frame('run_finished', { status: 'completed' }),
    ]);
    const calls = drafts.flatMap((it) => (it.type === 'tool.call' ? [it.callId] : []));
    const results = drafts.flatMap((it) => (it.type === 'tool.finished' ? [[it.callId, it.result]] : []));
    expect(calls).toHaveLength(2);
    expect(results).toEqual([
      [calls[0], '1'],
      [calls[1], '2'],
    ]);
  });

  it('does not mix the calls of two runs', () => {
    const drafts = read([
      started,
      toolStarted('search'),
      frame('run_started', { session_id: 's1', user_input: 'next' }, 'run_2'),
      frame('tool_call_finished', { tool_name: 'search', status: 'success', result: 'x' }, 'run_2'),
    ]);
    const ids = drafts.flatMap((draft) => (draft.type === 'tool.call' ? [draft.callId] : []));
    expect(new Set(ids).size).toBe(2);
  });

  it('may be joined in the middle of a run', () => {
    const drafts = read([frame('text_chunk', { chunk: 'x' }), frame('run_finished', { status: 'completed' })]);
    expect(types(drafts)).toEqual([
      'run.started',
      'message.started',
      'text.delta',
      'message.completed',
      'run.finished',
    ]);
    expect(drafts.every(({ runId }) => runId === 'run_1')).toBe(true);
  });

  it('tells the session, and the end of the turn', () => {
    const decoder = nexus.client.decoder(stream);
    const signals = [started, frame('run_finished', { status: 'failed' })].flatMap(
      (one) => decoder.push({ data: JSON.stringify(one) }).signals ?? [],
    );
    expect(signals).toEqual([{ kind: 'session', id: 's1' }, { kind: 'turn.ended' }]);
  });
});

describe('a client that asked for restore', () => {
  const r = { runId: 'run_1' };
  const drafts: Draft[] = [
    { ...r, type: 'run.started', input: 'hi' },
    { ...r, type: 'message.started', messageId: 'm1', role: 'assistant' },
    { ...r, type: 'reasoning.delta', messageId: 'm1', delta: 'hm' },
    { ...r, type: 'reasoning.done', messageId: 'm1' },
    { ...r, type: 'text.delta', messageId: 'm1', delta: 'one' },
    { ...r, type: 'message.started', messageId: 'm2', role: 'assistant' },
    { ...r, type: 'text.delta', messageId: 'm2', delta: 'two' },
    { ...r, type: 'text.delta', messageId: 'm1', delta: 'three' },
    { ...r, type: 'message.completed', messageId: 'm1' },
    { ...r, type: 'text.delta', messageId: 'm2', delta: 'four' },
    { ...r, type: 'message.completed', messageId: 'm2' },
    { ...r, type: 'tool.call', callId: 'c', name: 'search', args: {}, messageId: 'm2' },
    { ...r, type: 'input.requested', inputId: 'i', kind: 'approval', callId: 'c', name: 'search' },
    { ...r, type: 'run.status', status: 'awaiting_input' },
    { ...r, type: 'input.resolved', inputId: 'i', outcome: 'approved' },
    { ...r, type: 'run.status', status: 'active' },
    { ...r, type: 'tool.started', callId: 'c', name: 'search' },
    { ...r, type: 'tool.output', callId: 'c', name: 'search', text: '50 %' },
    { ...r, type: 'tool.finished', callId: 'c', name: 'search', outcome: 'ok', result: 'found' },
    { ...r, type: 'todo.list', listId: 'l', items: [{ id: 't', text: 'x', status: 'pending' }] },
    { ...r, type: 'usage', input: 1, output: 2, total: 3 },
    { ...r, type: 'run.finished', status: 'complete' },
  ];

  it('gets every event of the run, in order', () => {
    const encoder = nexus.server.encoder(stream);
    const decoder = nexus.client.decoder(stream, { restores: true });
    const frames = drafts.flatMap((draft, i) => encoder.push(stampDraft(draft, i + 1, 0)));
    const got = frames.flatMap(
      (one) => decoder.push({ data: stampFrame(one, { cursor: true, restore: true }) }).values,
    );
    expect(got.map(({ at: _, ...draft }) => draft)).toEqual(drafts);
  });
});
