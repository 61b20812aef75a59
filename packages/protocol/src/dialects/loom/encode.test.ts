import { describe, expect, it, test } from 'vitest';
import { stampFrame } from '../../codec/extension.ts';
import type { Draft } from '../../events.ts';
import { stampDraft } from '../../events.ts';
import type { JsonObject } from '../../json.ts';
import { Legaliser } from '../../legalise.ts';
import { loom } from './index.ts';
import { framesOf, ofType, received, sent, streamOf } from './testing.ts';

const start: Draft = { type: 'run.started', input: 'hi', agentKind: 'react' };
const enter = (name: string, nodeRun: string): Draft => ({ type: 'node.entered', name, nodeRun });
const exit = (name: string, nodeRun: string): Draft => ({ type: 'node.exited', name, nodeRun });
const say = (messageId: string, ...deltas: string[]): Draft[] => [
  { type: 'message.started', messageId, role: 'assistant' },
  ...deltas.map((delta): Draft => ({ type: 'text.delta', messageId, delta })),
  { type: 'message.completed', messageId },
];
const call = { callId: 'c1', name: 'delete_file' };
const called: Draft = { type: 'tool.call', ...call, args: { path: 'x' } };
const ask: Draft = { type: 'input.requested', inputId: 'i1', kind: 'text', prompt: 'Which one?' };
const waits: Draft = { type: 'run.status', status: 'awaiting_input' };
const goesOn: Draft = { type: 'run.status', status: 'active' };
const answered = (more: object = {}): Draft => ({
  type: 'input.resolved',
  inputId: 'i1',
  outcome: 'answered',
  text: 'that one',
  ...more,
});
const end = (status: 'complete' | 'error' | 'stopped' | 'timed_out'): Draft => ({ type: 'run.finished', status });

const inner = (frame: JsonObject): JsonObject => (frame.event as JsonObject | undefined) ?? frame;
const types = (frames: readonly JsonObject[]) => frames.map((frame) => inner(frame).type ?? 'reply');

it('leaves no field of a checkpoint empty that this wire always has, and reads back what there was', () => {
  const bare: Draft = { type: 'checkpoint', checkpointId: 'cp' };
  const whole: Draft = { ...bare, timestamp: '5', step: 2, state: null };
  const frames = sent([start, bare, whole], 'ndjson');
  expect(frames.slice(1)).toMatchObject([
    {
      timestamp: '0',
      step: 0,
      state: null,
      thread_id: null,
      checkpoint_ns: null,
      lacks: ['timestamp', 'step', 'state'],
    },
    { timestamp: '5', step: 2, state: null },
  ]);
  expect(frames[2]).not.toHaveProperty('lacks');
  expect(ofType(received(frames).drafts, 'checkpoint')).toEqual(
    [bare, whole].map((draft) => expect.objectContaining(draft)),
  );
  expect(ofType(received(frames).drafts, 'checkpoint')[0]).not.toHaveProperty('timestamp');
});

describe('the envelope', () => {
  const run = [start, enter('think', 'a'), ...say('m', 'x'), exit('think', 'a'), enter('act', 'b'), end('complete')];

  it('counts from 1 in each run, and names node runs by their place in it', () => {
    const both = sent([...run.slice(0, -1), exit('act', 'b'), end('complete'), ...run], 'ndjson');
    expect(both.map(({ event_id }) => event_id)).toEqual([1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6]);
    expect(both.slice(0, 7).map(({ node_id }) => node_id)).toEqual([
      'run-0',
      'run-think-0',
      'run-think-0',
      'run-think-0',
      'run-act-1',
      'run-act-1',
      'run-act-1',
    ]);
  });

  it('keeps the node after its exit, until the next one', () => {
    const frames = sent(
      [start, enter('think', 'a'), exit('think', 'a'), { type: 'state.snapshot', state: {} }],
      'ndjson',
    );
    expect(frames.at(-1)).toMatchObject({ type: 'values', node_id: 'run-think-0' });
  });

  it('names the node of what happens in one of several', () => {
    const inFirst: Draft = { type: 'text.delta', messageId: 'm', delta: 'x', nodeRun: 'a' };
    const frames = sent([start, enter('worker', 'a'), enter('worker', 'b'), inFirst], 'ndjson');
    expect(frames.at(-1)).toMatchObject({ node_id: 'run-worker-0' });
  });

  it("is the request's id, also in run_start, with the server's beside it", () => {
    const [first] = sent([{ ...start, ref: 'req-1' }]);
    expect(first).toMatchObject({ id: 'req-1', event: { type: 'run_start', run_id: 'req-1', run: 'r' } });
    expect(sent([start])[0]).toMatchObject({ id: 'r', event: { run_id: 'r' } });
    expect(sent([start])[0]?.event).not.toHaveProperty('run');
  });

  it('is not around what belongs to no run: the web client would take it for the run it waits for', () => {
    const [frame] = sent([{ type: 'notice', of: 'x', text: 'hello' }]);
    expect(frame).toMatchObject({ type: 'custom', session_id: 't1' });
    expect(frame).not.toHaveProperty('event_id');
    expect(frame).not.toHaveProperty('id');
  });

  it('names each place of the WebSocket once', () => {
    const twice = [...run.slice(0, -2), end('complete'), { ...start, runId: 'r2' } as Draft, end('complete')];
    const places = framesOf(twice).map((frame) => loom.server.placeOf?.(frame));
    expect(places.slice(0, 2)).toEqual(['r#1', 'r#2']);
    expect(places).not.toContain(undefined);
    expect(new Set(places).size).toBe(places.length);
  });

  it('never has a raw tab', () => {
    for (const variant of loom.traits.variants) {
      for (const { data } of framesOf([start, ...say('m\t', 'a\tb'), end('complete')], variant)) {
        expect(data).not.toContain('\t');
      }
    }
  });
});

describe('texts', () => {
  it('of several messages are one reply with a break between them, streamed and whole', () => {
    const frames = sent([start, ...say('m1', 'one'), ...say('m2', 'two'), end('complete')], 'ndjson');
    const chunks = frames.filter(({ type }) => type === 'message_chunk').map(({ content }) => content);
    expect(chunks).toEqual(['one', '\n\n', 'two']);
    expect(frames.at(-1)?.reply).toBe(chunks.join(''));
  });

  it('of users are not repeated to them', () => {
    const typed: Draft[] = [
      { type: 'message.started', messageId: 'u', role: 'user' },
      { type: 'text.delta', messageId: 'u', delta: 'mine' },
    ];
    expect(types(sent([start, ...typed]))).toEqual(['run_start']);
  });

  it('that were replaced are new in the reply', () => {
    const replaced: Draft = { type: 'text.replaced', messageId: 'm', text: 'better' };
    expect(sent([start, ...say('m', 'worse'), replaced, end('complete')], 'ndjson').at(-1)?.reply).toBe('better');
  });

  it('of thoughts are thought_chunk, and reasoning_content at the end', () => {
    const thought: Draft = { type: 'reasoning.delta', messageId: 'm', delta: 'hm' };
    const frames = sent([start, thought, end('complete')]);
    expect(types(frames)).toEqual(['run_start', 'thought_chunk', 'run_end']);
    expect(frames.at(-1)).toMatchObject({ reply: '', reasoning_content: 'hm' });
  });
});

describe('a question', () => {
  const asked = [start, enter('think', 'a'), called, ask, waits];

  it('is text and a reply, with everything closed before', () => {
    const frames = sent(asked);
    expect(types(frames).slice(3)).toEqual(['message_chunk', 'tool_end', 'node_exit', 'run_end']);
    expect(frames.at(-1)).toMatchObject({ id: 'r', reply: 'Which one?', stop_reason: 'end_turn' });
    expect(framesOf(asked).at(-1)?.endsTurn).toBe(true);
  });

  test.each([
    ['the message that answered', { ref: 'req-2' }, 'req-2'],
    ['its turn', {}, 'r~2'],
  ])('goes on as a run named by %s', (_, more, id) => {
    const frames = sent([...asked, answered(more), goesOn]).slice(7);
    expect(types(frames)).toEqual(['run_start', 'node_enter', 'tool_call', 'custom']);
    expect(frames[0]).toMatchObject({ id, event: { run_id: id, message: 'that one', event_id: 1 } });
    expect(frames[1]).toMatchObject({ id, event: { node_id: 'run-think-0' } });
  });

  it('comes back to a client that restores, in the run it belongs to', () => {
    const decoder = loom.client.decoder(streamOf(), { restores: true });
    const drafts = framesOf([...asked, answered(), goesOn, exit('think', 'a')])
      .map((frame) => decoder.push({ data: stampFrame(frame, { cursor: true, restore: true }) }))
      .flatMap(({ values }) => values);
    expect(ofType(drafts, 'run.started')).toHaveLength(1);
    expect(ofType(drafts, 'input.resolved')[0]).toMatchObject({ inputId: 'i1', text: 'that one' });
    expect(ofType(drafts, 'node.entered')).toHaveLength(1);
    expect(ofType(drafts, 'node.exited')).toHaveLength(1);
  });

  it('that is stopped says so apart from the run that has ended', () => {
    const cancelled = answered({ outcome: 'cancelled' });
    const [last] = sent([...asked, cancelled, exit('think', 'a'), end('stopped')]).slice(-1);
    expect(last).toMatchObject({ reply: 'Which one?', stop_reason: 'cancelled', again: true });
    expect(last).not.toHaveProperty('id');
  });

  it('about a plan is asked the same way', () => {
    expect(types(sent([start, { ...ask, kind: 'plan' } as Draft, waits]))).toEqual([
      'run_start',
      'message_chunk',
      'run_end',
    ]);
  });
});

describe('an approval', () => {
  const approval: Draft = { type: 'input.requested', inputId: 'i1', kind: 'approval', ...call, args: { path: 'x' } };

  it('is a tool_approval, and the run stays open', () => {
    const frames = sent([start, called, approval, waits]);
    expect(types(frames)).toEqual(['run_start', 'tool_call', 'tool_approval', 'custom']);
    expect(frames[2]?.event).toMatchObject({ call_id: 'c1', name: 'delete_file', arguments: { path: 'x' } });
  });

  it('says its prompt before', () => {
    const [custom, dialog] = sent([start, called, { ...approval, prompt: 'Really?' } as Draft])
      .slice(2)
      .map(inner);
    expect(custom).toMatchObject({ type: 'custom', value: { polywire: 'input.requested', text: 'Really?' } });
    expect(dialog).toMatchObject({ type: 'tool_approval' });
  });

  it('shows the arguments of its call where it has none itself', () => {
    const { args: _, name: __, ...bare } = approval as Extract<Draft, { type: 'input.requested' }>;
    expect(sent([start, called, bare]).at(-1)?.event).toMatchObject({ name: 'delete_file', arguments: { path: 'x' } });
  });

  it('that is refused shows as a call that the user rejected', () => {
    const denied: Draft = { type: 'tool.finished', ...call, outcome: 'denied', result: 'by alice' };
    const { event } = sent([start, called, approval, answered({ outcome: 'denied' }), denied]).at(-1) as JsonObject;
    expect(event).toMatchObject({ type: 'tool_end', result: 'User rejected.', is_error: true });
  });

  it('made while a question has closed the turn opens another, and is told once', () => {
    const pausing: Draft = { type: 'run.status', status: 'pausing' };
    const frames = sent([start, ask, waits, pausing, called]);
    expect(types(frames).slice(-2)).toEqual(['run_start', 'tool_call']);
  });

  it('that waits behind a question is asked again after it', () => {
    const second = { ...approval, inputId: 'i2' } as Draft;
    const frames = sent([start, called, ask, second, waits, answered(), goesOn, waits]);
    expect(types(frames).slice(-5)).toEqual(['run_start', 'tool_call', 'tool_approval', 'custom', 'custom']);
  });
});

describe('the end', () => {
  const boom: Draft = { type: 'error', message: 'boom', code: 'E', fatal: true };
  const body = [start, enter('think', 'a'), ...say('m', 'half')];
  const failedNode: Draft = { type: 'node.exited', name: 'think', nodeRun: 'a', error: 'boom' };

  test.each<[string, Draft[], string, string[]]>([
    ['complete', [exit('think', 'a'), end('complete')], 'ws', ['node_exit', 'run_end']],
    ['error', [boom, failedNode, end('error')], 'ws', ['node_exit', 'error']],
    ['error without an error event', [failedNode, end('error')], 'ws', ['node_exit', 'error']],
    ['error', [boom, failedNode, end('error')], 'ndjson', ['node_exit', 'error', 'reply']],
    ['error', [boom, failedNode, end('error')], 'bare', ['node_exit', 'error', 'reply']],
    ['stopped', [exit('think', 'a'), end('stopped')], 'ndjson', ['node_exit', 'reply']],
    ['timed_out', [failedNode, end('timed_out')], 'ndjson', ['node_exit', 'reply']],
  ])('of %s %# on %s', (_, ending, variant, expected) => {
    const frames = sent([...body, ...ending], variant);
    expect(types(frames).slice(3)).toEqual(expected);
    expect(
      framesOf([...body, ...ending], variant)
        .map(({ endsTurn }) => endsTurn === true)
        .lastIndexOf(true),
    ).toBe(frames.length - 1);
  });

  test.each<['complete' | 'stopped' | 'error' | 'timed_out', unknown]>([
    ['complete', 'Ok'],
    ['stopped', 'Ok'],
    ['error', { Err: 'boom' }],
    ['timed_out', { Err: 'boom' }],
  ])('of a run that is %s in a node says %j of the node', (status, result) => {
    const legal = new Legaliser();
    const failure = status === 'error' || status === 'timed_out' ? [boom] : [];
    const finish = { ...end(status), reason: 'boom' } as Draft;
    const drafts = [start, enter('think', 'a'), ...failure, finish].flatMap((draft) => legal.push(draft).drafts);
    for (const variant of loom.traits.variants.filter((it) => it !== 'export')) {
      const exits = sent(drafts, variant).map(inner);
      expect(exits.filter(({ type }) => type === 'node_exit')).toMatchObject([{ id: 'think', result }]);
    }
  });

  test.each([
    ['complete', 'end_turn'],
    ['stopped', 'cancelled'],
    ['timed_out', 'cancelled'],
  ] as const)('of a run that is %s says %s', (status, stop_reason) => {
    expect(sent([start, ...say('m', 'half'), end(status)]).at(-1)).toMatchObject({ reply: 'half', stop_reason });
  });
});

it('has a text or an object where the document has one, though the event has none', () => {
  const bodies = sent([
    start,
    { type: 'tool.call', ...call, args: null },
    { type: 'input.requested', inputId: 'i', kind: 'approval', ...call },
    { type: 'state.update', state: {} },
    { type: 'got.node', id: 'n', phase: 'complete' },
    { type: 'got.node', id: 'n', phase: 'failed' },
  ]).map(inner);
  expect(bodies.filter(({ type }) => type !== 'custom' && type !== 'run_start')).toMatchObject([
    { type: 'tool_call', arguments: '' },
    { type: 'tool_approval', arguments: {} },
    { type: 'updates', id: '' },
    { type: 'got_node_complete', result_summary: '' },
    { type: 'got_node_failed', error: '' },
  ]);
});

describe('custom', () => {
  test.each<[string, Draft]>([
    ['looks like one of ours', { type: 'custom', value: { polywire: 'run.status', data: { status: 'paused' } } }],
    ['has a name', { type: 'custom', name: 'progress', value: 1 }],
    ['is a carrier', { type: 'custom', value: { polywire: 'events' } }],
  ])('comes back when it %s', (_, custom) => {
    for (const variant of loom.traits.variants) {
      const decoder = loom.client.decoder(streamOf(variant));
      const drafts = framesOf([start, custom], variant).flatMap((frame) => decoder.push(frame).values);
      expect(ofType(drafts, 'custom'), variant).toEqual([{ runId: 'r', ...custom }]);
    }
  });

  it('words what Loom has no type for', () => {
    const list: Draft = { type: 'todo.list', listId: 'l', items: [{ id: 'i', text: 'buy milk', status: 'pending' }] };
    expect(sent([start, list]).at(-1)?.event).toMatchObject({
      value: { polywire: 'todo.list', text: '- [ ] buy milk', data: { listId: 'l' } },
    });
  });
});

it('encodes a delta into the frame that JSON would give', () => {
  const encoder = loom.server.encoder(streamOf());
  const drafts: Draft[] = [start, enter('think', 'a'), ...say('m', 'a', 'b "quoted"\n\u2028')];
  const frames = drafts.flatMap((draft, i) => encoder.push(stampDraft({ runId: 'r', ...draft }, i + 1, 0)));
  expect(JSON.parse(frames.at(-1)?.data ?? '')).toEqual({
    type: 'run_stream_event',
    id: 'r',
    event: {
      session_id: 't1',
      node_id: 'run-think-0',
      type: 'message_chunk',
      id: 'think',
      message_id: 'm',
      event_id: 4,
      content: 'b "quoted"\n\u2028',
    },
  });
});
