import { describe, expect, it } from 'vitest';
import { type Draft, type FinalStatus, stampDraft } from '../../events.ts';
import { encoder } from './encode.ts';
import { AT, finished, framesOf, outline, said, started, stream } from './testing.ts';
import type { Message, ServerFrame } from './wire.ts';

const open: Draft = { type: 'message.started', messageId: 'm', role: 'assistant' };
const done: Draft = { type: 'message.completed', messageId: 'm' };
const call = (callId: string, more: Partial<Extract<Draft, { type: 'tool.call' }>> = {}): Draft => ({
  type: 'tool.call',
  callId,
  name: 'search',
  args: { q: callId },
  ...more,
});
const ran = (callId: string, result: string, name = 'search', messageId?: string): Draft[] => [
  { type: 'tool.started', callId, name },
  { type: 'tool.finished', callId, name, outcome: 'ok', result, ...(messageId !== undefined && { messageId }) },
];

const failed = (callId: string, result: string, name: string): Draft[] => [
  { type: 'tool.started', callId, name },
  { type: 'tool.finished', callId, name, outcome: 'error', result },
];

describe('text', () => {
  it('costs no frame per delta: state, previews, and an exact end', () => {
    const made = encoder(stream);
    const push = (draft: Draft, seq: number) => made.push(stampDraft(draft, seq, AT));
    push(started, 1);
    push(open, 2);
    const pieces = Array.from({ length: 25_000 }, (_, i) => `${i % 10}"\n好`);
    const frames = pieces.flatMap((delta, i) => [...push({ type: 'text.delta', messageId: 'm', delta }, i + 3)]);
    expect(frames).toEqual([]);
    const text = pieces.join('');
    const [preview] = made.preview();
    expect(JSON.parse(preview?.data ?? '')).toMatchObject({
      session_id: 's',
      type: 'message_update',
      message: { id: 'm', name: 'OneDragon', role: 'assistant', content: [{ type: 'text', text }], metadata: null },
    });
    expect(made.preview()).toEqual([preview]);
    const [last] = push(done, 30_000);
    expect((JSON.parse(last?.data ?? '') as { message: Message }).message.content).toEqual([{ type: 'text', text }]);
    expect(made.preview()).toEqual([]);
  });

  it('appears in the order in which the messages began to speak', () => {
    const second: Draft = { type: 'message.started', messageId: 'n', role: 'assistant' };
    const frames = framesOf([
      open,
      second,
      { type: 'text.delta', messageId: 'm', delta: 'first' },
      { type: 'text.delta', messageId: 'n', delta: 'second' },
      { type: 'message.completed', messageId: 'n' },
      done,
    ]);
    expect(outline(frames)).toEqual(['message_update m text', 'message_completed n text', 'message_completed m text']);
  });

  it('is replaced in place after its end, and in words when that was long ago', () => {
    const correction: Draft = { type: 'text.replaced', messageId: 'm', text: 'right' };
    const others = Array.from({ length: 64 }, (_, i) => said(`o${i}`, 'x')).flat();
    expect(framesOf([...said('m', 'wrong'), correction]).at(-1)).toMatchObject({
      type: 'message_completed',
      message: { id: 'm', content: [{ type: 'text', text: 'right' }] },
    });
    expect(framesOf([...said('m', 'wrong'), ...others, correction]).at(-1)).toMatchObject({
      type: 'message_completed',
      message: { id: '~197.0', content: [{ type: 'text', text: expect.stringContaining('right') as string }] },
    });
  });

  it('has the local time of its start', () => {
    const later = [open, { ...done, at: AT + 9999 }];
    expect(framesOf(later, { utcOffsetMin: 480 })).toMatchObject([
      { message: { timestamp: '2025-09-22 18:19:30.709' } },
    ]);
  });

  it('of the user is not sent', () => {
    expect(framesOf([{ ...open, role: 'user' }, { type: 'text.delta', messageId: 'm', delta: 'x' }, done])).toEqual([]);
  });

  it.each([
    ['plain', ['text']],
    ['thinking', ['thinking', 'text']],
  ])('with reasoning in the variant %s', (variant, types) => {
    const [frame] = framesOf(
      [
        open,
        { type: 'reasoning.delta', messageId: 'm', delta: 'hm' },
        { type: 'reasoning.done', messageId: 'm' },
        { type: 'text.delta', messageId: 'm', delta: 'hi' },
        done,
      ],
      { variant },
    );
    expect(blocksIn(frame).map(({ type }) => type)).toEqual(types);
  });
});

describe('tools', () => {
  it('are part of the message that made them, with one text at most', () => {
    const frames = framesOf([
      open,
      { type: 'text.delta', messageId: 'm', delta: 'let me ' },
      call('a', { messageId: 'm' }),
      { type: 'text.delta', messageId: 'm', delta: 'see' },
      call('b', { messageId: 'm' }),
      done,
    ]);
    expect(outline(frames).at(-1)).toBe('message_completed m text+tool_use+tool_use');
    expect(outline(frames).filter((line) => line.startsWith('message_completed'))).toHaveLength(1);
    expect(blocksIn(frames.at(-1))[0]).toEqual({ type: 'text', text: 'let me see' });
  });

  it('have a message of their own where none made them, or the one that did is over', () => {
    expect(outline(framesOf([call('a'), ...said('m', 'x'), call('b', { messageId: 'm' })]))).toEqual([
      'message_completed ~2.0 tool_use',
      'message_completed m text',
      'message_completed ~6.0 tool_use',
    ]);
  });

  it('show their card before their result, and once', () => {
    const denied: Draft = { type: 'tool.finished', callId: 'a', name: 'search', outcome: 'denied', result: null };
    const frames = framesOf([open, call('a', { messageId: 'm' }), call('b', { messageId: 'm' }), denied, done]);
    expect(outline(frames)).toEqual([
      'message_update m tool_use',
      'message_update m tool_use+tool_use',
      'message_completed ~5.0 tool_use',
      'message_completed ~5.1 tool_result',
      'message_completed m tool_use',
    ]);
    expect(blocksIn(frames[3])).toMatchObject([{ id: 'a', output: [{ text: 'The tool was not allowed to run.' }] }]);
    expect(blocksIn(frames[4])).toMatchObject([{ id: 'b' }]);
  });

  it.each([
    ['error', 'boom', 'The tool failed.\nboom'],
    ['denied', null, 'The tool was not allowed to run.'],
    ['unknown', null, 'What became of the tool is not known.'],
    ['ok', null, 'null'],
  ] as const)('say in words that they are %s (%j)', (outcome, result, text) => {
    const end: Draft = { type: 'tool.finished', callId: 'a', name: 'search', outcome, result };
    const frames = framesOf([call('a'), { type: 'tool.started', callId: 'a', name: 'search' }, end]);
    expect(blocksIn(frames.at(-1))).toMatchObject([{ output: [{ type: 'text', text }] }]);
  });

  it('have their results in system messages with the id of the call', () => {
    const frames = framesOf([call('a'), call('b'), ...ran('a', '1', 'search', 'x'), ...ran('b', '2', 'search', 'x')]);
    expect(outline(frames).slice(2)).toEqual([
      'message_completed x tool_result',
      'message_completed x tool_result+tool_result',
    ]);
    expect(frames.at(-1)?.message).toMatchObject({
      role: 'system',
      name: 'system',
      content: [
        { id: 'a', output: [{ type: 'text', text: '1' }] },
        { id: 'b', output: [{ type: 'text', text: '2' }] },
      ],
    });
  });

  it('never share the id of their message with their result', () => {
    const frames = framesOf([open, call('a', { messageId: 'm' }), done, ...ran('a', '1', 'search', 'm')]);
    expect(outline(frames).slice(-2)).toEqual(['message_completed m tool_use', 'message_completed ~6.0 tool_result']);
  });

  it('keep what the model wrote where that was no object', () => {
    const [frame] = framesOf([call('a', { args: null, argsText: '{"q":' })]);
    expect(blocksIn(frame)).toMatchObject([{ input: {}, args_text: '{"q":' }]);
  });
});

describe('charts', () => {
  const chart = (more: Partial<Extract<Draft, { type: 'chart' }>> = {}): Draft => ({
    type: 'chart',
    analysisId: 7,
    options: [{ series: [] }],
    ...more,
  });
  const display = 'display_analyse_by_code_result';
  const displayed = call('d', { name: display, args: { analyse_id: 7 } });

  it.each([
    [chart(), '{"analyse_id":7}'],
    [chart({ analysisId: '7' }), '{"analyse_id":"7"}'],
    [chart({ title: 'T' }), '{"analyse_id":7,"title":"T"}'],
    [chart({ callId: 'of another tool' }), '{"analyse_id":7}'],
  ])('are a call that is shown, then its result: %j', (event, text) => {
    const [use, result] = framesOf([event]);
    const [shown] = blocksIn(use);
    expect(shown).toMatchObject({
      type: 'tool_use',
      name: display,
      input: { analyse_id: (event as { analysisId: 7 }).analysisId },
    });
    expect(blocksIn(result)).toMatchObject([
      { type: 'tool_result', id: (shown as { id: string }).id, output: [{ text }] },
    ]);
    expect(use?.type).toBe('message_completed');
  });

  const shows = JSON.stringify({ analyse_id: 7 });
  it.each<[string, Draft[], number]>([
    ['before the result', [displayed, chart({ callId: 'd' }), ...ran('d', shows, display)], 1],
    ['after the result', [displayed, ...ran('d', shows, display), chart({ callId: 'd' })], 1],
    ['beside a result in words', [displayed, chart({ callId: 'd' }), ...ran('d', 'done', display)], 2],
    ['after a result in words', [displayed, ...ran('d', 'done', display), chart({ callId: 'd' })], 2],
    ['of a call that failed', [displayed, chart({ callId: 'd' }), ...failed('d', shows, display)], 2],
    ['of another analysis', [displayed, ...ran('d', shows, display), chart({ callId: 'd', analysisId: 8 })], 2],
  ])("are shown once by the agent's own call, %s", (_, events, pairs) => {
    const types = framesOf(events)
      .flatMap(blocksIn)
      .map(({ type }) => type);
    expect(types).toEqual(Array.from({ length: pairs }, () => ['tool_use', 'tool_result']).flat());
  });
});

it('shows an image as a Markdown text beside its block', () => {
  const frames = framesOf([{ type: 'image', imageId: 'i', url: 'data:image/png;base64,AAAA', alt: 'a' }]);
  expect(frames.flatMap(blocksIn)).toEqual([
    { type: 'text', text: '![a](data:image/png;base64,AAAA)' },
    {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'AAAA' },
      image_id: 'i',
      alt: 'a',
    },
  ]);
});

it('says where an image of this server is, and gives restoring clients the event as it was', () => {
  const image = { type: 'image', imageId: 'i', url: '/files/f' } as const;
  expect(framesOf([image]).flatMap(blocksIn)).toMatchObject([
    { type: 'text', text: '![](http://x/files/f)' },
    { type: 'image', source: { type: 'url', url: 'http://x/files/f' } },
  ]);
  const [frame] = encoder(stream).push(stampDraft(image, 1, AT));
  expect(frame?.standsFor).toMatchObject(image);
});

describe('ends', () => {
  const failure: Draft = { type: 'error', message: 'broken', fatal: true };
  const end = (status: FinalStatus): Draft => ({ ...finished, type: 'run.finished', status });

  const inCall = [call('a'), { type: 'tool.started', callId: 'a', name: 'search' }] satisfies Draft[];
  const lost: Draft = { type: 'tool.finished', callId: 'a', name: 'search', outcome: 'unknown', result: null };
  const afterCall = ['message_completed', 'message_completed', 'error', 'response_completed'];

  it.each<[string, Draft[], string[], object]>([
    ['complete', [end('complete')], ['response_completed'], {}],
    ['stopped', [end('stopped')], ['response_completed'], { status: 'stopped' }],
    ['failed', [failure, end('error')], ['error', 'response_completed'], { status: 'error' }],
    ['failed without an error', [end('error')], ['error', 'response_completed'], { status: 'error' }],
    ['failed in a call', [...inCall, failure, lost, end('error')], afterCall, { status: 'error' }],
    ['timed out', [end('timed_out')], ['error', 'response_completed'], { status: 'timed_out' }],
  ])('when %s', (_, events, types, body) => {
    const frames = framesOf(events);
    expect(frames.map(({ type }) => type)).toEqual(types);
    expect(frames.at(-1)?.message).toEqual(body);
  });

  it('the page after an error between runs as well', () => {
    const frames = encoder(stream).push(stampDraft(failure, 1, AT));
    expect(frames.map(({ data, endsTurn }) => [(JSON.parse(data) as ServerFrame).type, endsTurn])).toEqual([
      ['error', undefined],
      ['response_completed', true],
    ]);
  });

  it('never with an error that is none', () => {
    expect(outline(framesOf([{ ...failure, fatal: false } as Draft]))).toEqual(['message_completed ~2.0 text']);
  });

  it('the turn with the oldest question, and begins the next turn when it goes on', () => {
    const ask = (n: number): Draft => ({
      type: 'input.requested',
      inputId: `i${n}`,
      kind: 'text',
      prompt: `what ${n}`,
    });
    const answer = (n: number): Draft => ({ type: 'input.resolved', inputId: `i${n}`, outcome: 'answered' });
    const waits: Draft = { type: 'run.status', status: 'awaiting_input' };
    const frames = framesOf([
      ask(1),
      ask(2),
      waits,
      waits,
      answer(1),
      waits,
      answer(2),
      { ...waits, status: 'active' },
    ]);
    expect(frames.map(({ type }) => type)).toEqual([
      ...['message_completed', 'response_completed'],
      ...['message_completed', 'response_completed'],
    ]);
    expect(frames.flatMap(blocksIn)).toMatchObject([{ text: 'what 1' }, { text: 'what 2' }]);
  });

  it.each<[string, Draft[], number]>([
    ['once while nothing else is sent', [], 1],
    ['again after something was sent', [{ type: 'notice', of: 'x', text: 'by the way' }], 2],
  ])('with the same question %s', (_, between, times) => {
    const waits: Draft = { type: 'run.status', status: 'awaiting_input' };
    const frames = framesOf([{ type: 'input.requested', inputId: 'i', kind: 'text' }, waits, ...between, waits]);
    expect(frames.filter(({ type }) => type === 'response_completed')).toHaveLength(times);
    expect(frames.at(-1)?.type).toBe('response_completed');
  });
});

function blocksIn(frame: ServerFrame | undefined): Message['content'] {
  return (frame?.message as Partial<Message> | undefined)?.content ?? [];
}
