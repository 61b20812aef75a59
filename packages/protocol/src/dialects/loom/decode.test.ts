import { describe, expect, it, test } from 'vitest';
import type { Json } from '../../json.ts';
import { loom } from './index.ts';
import { kinds, ofType, received, sent, streamOf } from './testing.ts';

const line = (event_id: number, fields: object, node_id = 'run-think-0'): Json =>
  ({ session_id: 't1', node_id, event_id, ...fields }) as Json;
const start = line(1, { type: 'run_start', run_id: 'r', message: 'hi', agent: 'dev' }, 'run-0');
const enter = line(2, { type: 'node_enter', id: 'think' });
const chunk = (event_id: number, content: string): Json =>
  line(event_id, { type: 'message_chunk', content, id: 'think' });
const reply = (event_id: number, text: string): Json => line(event_id, { reply: text });
const texts = (frames: readonly Json[]) => ofType(received(frames).drafts, 'text.delta').map(({ delta }) => delta);

describe('numbers', () => {
  test.each<[string, readonly Json[], string[], string[]]>([
    [
      'a repeated one is dropped',
      [start, enter, chunk(3, 'a'), chunk(3, 'a'), chunk(4, 'b')],
      ['a', 'b'],
      ['duplicate'],
    ],
    ['an old one is dropped', [start, enter, chunk(3, 'a'), chunk(2, 'x')], ['a'], ['duplicate']],
    ['a missing one is told, the rest is kept', [start, enter, chunk(3, 'a'), chunk(7, 'b')], ['a', 'b'], ['gap']],
    ['a run may begin anywhere', [chunk(7, 'a'), chunk(8, 'b')], ['a', 'b'], []],
  ])('%s', (_, frames, expected, signals) => {
    expect(texts(frames)).toEqual(expected);
    expect(kinds(received(frames).signals).filter((kind) => kind !== 'session')).toEqual(signals);
  });

  it('are not needed', () => {
    const bare = [start, enter, chunk(3, 'a'), chunk(4, 'a')].map((it) => ({ ...(it as object), event_id: null }));
    expect(texts(bare as Json[])).toEqual(['a', 'a']);
  });

  it('begin again with each run, said or not', () => {
    const once = [enter, chunk(3, 'a'), reply(4, 'a')];
    const { drafts, signals } = received([...once, ...once]);
    expect(ofType(drafts, 'run.finished')).toHaveLength(2);
    expect(kinds(signals)).toEqual(['turn.ended', 'turn.ended']);
  });

  it('of a run that is sent again as a whole are all repeated', () => {
    const once = [start, enter, chunk(3, 'a'), reply(4, 'a')];
    const { drafts, signals } = received([...once, ...once]);
    expect(ofType(drafts, 'run.started')).toHaveLength(1);
    expect(ofType(drafts, 'text.delta')).toHaveLength(1);
    expect(kinds(signals).filter((kind) => kind === 'duplicate')).toHaveLength(4);
  });

  it.each([
    ['a line', chunk(7, 'a'), 'ndjson'],
    ['a wrapper', { type: 'run_stream_event', id: 'r', event: chunk(7, 'a') }, 'ws'],
    ['a reply', reply(7, 'a'), 'ndjson'],
  ])('begin one run where %s is the first of it and brings what came before', (_, frame, variant) => {
    const brings = [{ type: 'checkpoint', seq: 6, at: 0, runId: 'run_1', checkpointId: 's0' }];
    const first = { ...(frame as object), polywire: { cursor: '7.0', brings } };
    const { drafts } = received([first as Json], streamOf(variant), { restores: true });
    expect(ofType(drafts, 'run.started')).toHaveLength(1);
    expect(ofType(drafts, 'text.delta')).toMatchObject([{ delta: 'a' }]);
  });

  it('count restored frames too', () => {
    const decoder = loom.client.decoder(streamOf('ndjson'), { restores: true });
    const restored = { ...(chunk(3, 'said otherwise') as object), polywire: { event: null } };
    const frames = [start, enter, restored, chunk(4, 'b')].map((frame) =>
      decoder.push({ data: JSON.stringify(frame) }),
    );
    expect(frames.flatMap(({ signals }) => kinds(signals ?? []))).not.toContain('gap');
  });
});

describe('node runs', () => {
  const exit = line(4, { type: 'node_exit', id: 'think', result: 'Ok' });
  const again = [line(5, { type: 'node_enter', id: 'think' }), line(6, { type: 'values', state: {} })];
  const { drafts } = received([start, enter, chunk(3, 'a'), exit, ...again]);

  it('are told apart where the wire repeats their id', () => {
    expect(ofType(drafts, 'node.entered').map(({ nodeRun }) => nodeRun)).toEqual(['run-think-0', 'run-think-0~2']);
    expect(ofType(drafts, 'state.snapshot')[0]?.nodeRun).toBe('run-think-0~2');
  });

  it('get the id of the wire again', () => {
    const nodes = sent(drafts, 'ndjson').filter(({ type }) => type === 'node_enter');
    expect(nodes.map(({ node_id }) => node_id)).toEqual(['run-think-0', 'run-think-0']);
  });

  it('keep what came after their exit', () => {
    const after = received([start, enter, exit, line(5, { type: 'values', state: 1 })]).drafts;
    expect(ofType(after, 'state.snapshot')[0]?.nodeRun).toBe('run-think-0');
  });

  it('are not the node_id of got_expand, even where a thought is called like one', () => {
    const other = line(3, { type: 'node_enter', id: 'act' }, 'run-act-1');
    const alike = line(4, { type: 'got_expand', nodes_added: 1, edges_added: 1 }, 'run-think-0');
    const [inOther] = ofType(received([start, enter, other, alike]).drafts, 'got.expand');
    expect(inOther).toMatchObject({ id: 'run-think-0', nodeRun: 'run-act-1' });
    const grown = line(3, { type: 'got_expand', nodes_added: 2, edges_added: 3 }, 'n1');
    const [draft] = ofType(received([start, enter, grown]).drafts, 'got.expand');
    expect(draft).toMatchObject({ id: 'n1', nodesAdded: 2, edgesAdded: 3, nodeRun: 'run-think-0' });
    expect(sent([{ type: 'got.expand', id: 'n1', nodesAdded: 2, edgesAdded: 3 }], 'ndjson')[0]).toMatchObject({
      node_id: 'n1',
    });
  });
});

describe('sessions', () => {
  const elsewhere = { ...(chunk(3, 'x') as object), session_id: 't2' } as Json;

  it('of others are left alone', () => {
    const { drafts, signals } = received([start, enter, elsewhere, chunk(3, 'a')]);
    expect(ofType(drafts, 'text.delta').map(({ delta }) => delta)).toEqual(['a']);
    expect(kinds(signals)).toEqual(['session', 'elsewhere']);
  });

  it('of others bring nothing, not even what is restored', () => {
    const event = { type: 'notice', seq: 1, at: 0, of: 'x', text: 'x' };
    const frame = { ...(elsewhere as object), polywire: { event } } as Json;
    expect(received([frame], streamOf('ndjson'), { restores: true }).drafts).toEqual([]);
  });

  it('may have another name in each run: what the client calls it stays', () => {
    const run = (n: number) => [
      { type: 'run_start', run_id: `r${n}`, session_id: `s${n}`, event_id: 1 },
      { type: 'message_chunk', content: `text ${n}`, id: 'think', session_id: `s${n}`, event_id: 2 },
      { reply: `text ${n}`, session_id: `s${n}`, event_id: 3 },
    ];
    for (const [id, named] of [
      ['', ['s1', 's1']],
      ['mine', []],
    ] as const) {
      const { drafts, signals } = received([...run(1), ...run(2)], streamOf('ndjson', id));
      expect(ofType(drafts, 'text.delta').map(({ delta }) => delta)).toEqual(['text 1', 'text 2']);
      expect(signals.flatMap((signal) => (signal.kind === 'session' ? [signal.id] : []))).toEqual(named);
      expect(kinds(signals)).not.toContain('elsewhere');
    }
  });

  it('are learned where none is known', () => {
    const { drafts, signals } = received([enter, elsewhere], streamOf('ndjson', ''));
    expect(signals).toEqual([
      { kind: 'session', id: 't1' },
      { kind: 'elsewhere', detail: 'session t2' },
    ]);
    expect(ofType(drafts, 'node.entered')).toHaveLength(1);
  });

  test.each<[string, Json, string | undefined]>([
    ['a line', chunk(1, 'x'), 't1'],
    ['a wrapper', { type: 'run_stream_event', id: 'r', event: chunk(1, 'x') }, 't1'],
    ['run_end', { type: 'run_end', id: 'r', reply: '', session_id: 't1' }, 't1'],
    ['a bare event', { type: 'node_enter', id: 'think' }, undefined],
    ['an answer that names one', { type: 'set_model', id: 'q', success: true, session_id: 't1' }, undefined],
    ['no frame', 'hello', undefined],
  ])('%s', (_, frame, session) => {
    expect(loom.client.sessionOf?.({ data: JSON.stringify(frame) })).toBe(session);
  });
});

describe('the reply', () => {
  const streamed = [start, enter, chunk(3, 'one '), chunk(4, 'two')];
  const second = { ...(line(5, { type: 'message_chunk', content: 'three', id: 'think' }) as object), message_id: 'm2' };

  test.each<[string, readonly Json[], string, string[], string[]]>([
    ['is what was streamed', streamed, 'one two', ['one ', 'two'], []],
    ['says nothing when empty', streamed, '', ['one ', 'two'], []],
    ['replaces what was streamed', streamed, 'other', ['one ', 'two'], ['other']],
    ['may be the last message alone', [...streamed, second as Json], 'three', ['one ', 'two', 'three'], []],
    ['may be all that was streamed', [...streamed, second as Json], 'one twothree', ['one ', 'two', 'three'], []],
    ['may be all there is', [start], 'whole', ['whole'], []],
  ])('%s', (_, frames, text, deltas, replaced) => {
    const { drafts, issues } = received([...frames, reply(9, text)]);
    expect(issues).toEqual([]);
    expect(ofType(drafts, 'text.delta').map(({ delta }) => delta)).toEqual(deltas);
    expect(ofType(drafts, 'text.replaced').map((it) => it.text)).toEqual(replaced);
    expect(ofType(drafts, 'run.finished')).toHaveLength(1);
  });

  it('is sent again as it came, whatever was streamed', () => {
    const { drafts } = received([...streamed, reply(5, 'other')]);
    const frames = sent(drafts, 'ndjson');
    expect(frames.at(-1)).toMatchObject({ reply: 'other', event_id: 5 });
    expect(frames).toHaveLength(5);
  });

  it('has the thoughts where none were streamed', () => {
    const { drafts } = received([start, line(2, { reply: 'x', reasoning_content: 'hm' })]);
    expect(ofType(drafts, 'reasoning.delta').map(({ delta }) => delta)).toEqual(['hm']);
  });

  test.each([
    ['end_turn', 'complete'],
    ['cancelled', 'stopped'],
    [undefined, 'complete'],
  ])('with stop_reason %s means %s', (stop_reason, status) => {
    const { drafts } = received([start, line(2, { reply: '', ...(stop_reason && { stop_reason }) })]);
    expect(ofType(drafts, 'run.finished')[0]?.status).toBe(status);
  });
});

describe('tools', () => {
  const call = { call_id: 'c1', name: 'bash' };
  const called = line(2, { type: 'tool_call', ...call, arguments: {} });
  const approval = line(3, { type: 'tool_approval', ...call, arguments: { cmd: 'ls' } });

  test.each<[string, Json, object]>([
    ['an object', { cmd: 'ls' }, { args: { cmd: 'ls' } }],
    ['a text that was no JSON', 'not json {', { args: null, argsText: 'not json {' }],
    ['nothing', null, { args: null }],
    ['a list', [1], { args: null, argsText: '[1]' }],
  ])('arguments may be %s', (_, said, expected) => {
    const [draft] = ofType(received([line(1, { type: 'tool_call', ...call, arguments: said })]).drafts, 'tool.call');
    expect(draft).toEqual({ type: 'tool.call', callId: 'c1', name: 'bash', runId: '~r1', ...expected });
  });

  it('an approval waits, and its call shows the answer', () => {
    const waiting = received([start, called, approval]).drafts;
    expect(ofType(waiting, 'run.status').map(({ status }) => status)).toEqual(['awaiting_input']);
    const approved = received([start, called, approval, line(4, { type: 'tool_start', ...call })]).drafts;
    expect(ofType(approved, 'input.resolved')[0]?.outcome).toBe('approved');
    expect(ofType(approved, 'run.status').map(({ status }) => status)).toEqual(['awaiting_input', 'active']);
  });

  it('a refusal is a call that was denied', () => {
    const end = line(4, { type: 'tool_end', ...call, result: 'User rejected.', is_error: true });
    const { drafts } = received([start, called, approval, end]);
    expect(ofType(drafts, 'input.resolved')[0]?.outcome).toBe('denied');
    expect(ofType(drafts, 'tool.finished')[0]?.outcome).toBe('denied');
    expect(ofType(drafts, 'tool.started')).toEqual([]);
  });

  it('raw_result is the whole of a result that was cut', () => {
    const end = line(3, { type: 'tool_end', ...call, result: 'a … z', is_error: false, raw_result: 'abc' });
    expect(ofType(received([start, called, end]).drafts, 'tool.finished')[0]).toMatchObject({
      result: 'a … z',
      full: 'abc',
    });
  });

  it('calls without ids are matched by their names', () => {
    const unnamed = { call_id: null, name: 'bash' };
    const frames = ['tool_call', 'tool_start', 'tool_end'].map((type, i) =>
      line(i + 2, { type, ...unnamed, arguments: {}, result: 'x', is_error: false }),
    );
    const { drafts } = received([start, ...frames]);
    const ids = drafts.flatMap((draft) => ('callId' in draft ? [draft.callId] : []));
    expect(new Set(ids).size).toBe(1);
    expect(sent(drafts, 'ndjson').flatMap((frame) => ('call_id' in frame ? [frame.call_id] : []))).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('errors', () => {
  const wrapped = (event: Json): Json => ({ type: 'run_stream_event', id: 'r', event });
  const stream = streamOf('ws');

  it('with the id of the open run end it', () => {
    const { drafts, signals } = received([wrapped(start), { type: 'error', id: 'r', error: 'boom' }], stream);
    expect(ofType(drafts, 'error')[0]).toMatchObject({ message: 'boom', fatal: true });
    expect(ofType(drafts, 'run.finished')[0]?.status).toBe('error');
    expect(kinds(signals)).toContain('turn.ended');
  });

  it('with any other id refuse a request', () => {
    const { drafts, signals } = received([wrapped(start), { type: 'error', id: 'q', error: 'no' }], stream);
    expect(ofType(drafts, 'error')).toEqual([]);
    expect(signals).toContainEqual({ kind: 'refused', ref: 'q', error: { code: 'INTERNAL', message: 'no' } });
  });

  it('in a line are followed by the reply', () => {
    const error = line(2, { type: 'error', error: 'boom' });
    const { drafts } = received([start, error, line(3, { reply: 'half' })]);
    expect(ofType(drafts, 'run.finished').map(({ status }) => status)).toEqual(['error']);
  });

  it('in a line without a reply end the run with the stream', () => {
    const decoder = loom.client.decoder(streamOf('ndjson'));
    for (const frame of [start, line(2, { type: 'error', error: 'boom' })])
      decoder.push({ data: JSON.stringify(frame) });
    expect(decoder.end().values).toContainEqual({ type: 'run.finished', status: 'error', runId: 'r' });
  });
});

describe('what nobody knows', () => {
  const failure = { _serialize_error: 'missing field `node_id`', type: '_error' };

  it('is kept and goes out as it came, with a number', () => {
    const { drafts, issues } = received([start, failure as Json]);
    expect(issues[0]?.reason).toBe('unknown');
    expect(ofType(drafts, 'foreign')[0]?.data).toEqual(failure);
    expect(sent(drafts, 'ndjson').at(-1)).toEqual({ ...failure, session_id: 't1', node_id: 'run-0', event_id: 2 });
  });

  it('does not keep a run from its end: usage of another shape, a time as a number', () => {
    const usage = { input_tokens: 1, output_tokens: 2 };
    const saved = line(2, { type: 'checkpoint', checkpoint_id: 'cp', timestamp: 1767225600000 });
    const end = { reply: 'done', usage, total_usage: usage, session_id: 't1', event_id: 3 };
    const { drafts, issues } = received([start, saved, end]);
    expect(issues).toEqual([]);
    expect(ofType(drafts, 'checkpoint')).toMatchObject([{ timestamp: '1767225600000' }]);
    expect(ofType(drafts, 'run.finished')).toMatchObject([{ status: 'complete' }]);
  });

  it('null and missing are the same', () => {
    const fields = { type: 'checkpoint', checkpoint_id: 'cp' };
    const nulls = { timestamp: null, step: null, thread_id: null, checkpoint_ns: null };
    const of = (more: object) => ofType(received([line(1, { ...fields, ...more })]).drafts, 'checkpoint');
    expect(of(nulls)).toEqual(of({}));
  });
});
