import { expect, it } from 'vitest';
import { framesFor } from '../../codec/extension.ts';
import { type Draft, stampDraft } from '../../events.ts';
import { encoder } from './encode.ts';
import { onedragon } from './index.ts';
import { AT, finished, started, stream } from './testing.ts';

const TIME = '2025-09-22 10:19:30.709';
const connected = { session_id: 's', type: 'status', message: { hint: 'connected' } };
const over = { session_id: 's', type: 'response_completed', message: {} };

function said(type: string, id: string, content: object[], system = false) {
  const who = system ? { name: 'system', role: 'system' } : { name: 'OneDragon', role: 'assistant' };
  return { session_id: 's', type, message: { id, ...who, content, metadata: null, timestamp: TIME } };
}

/** All that a page gets in a turn: the greeting, each exact frame, and a preview after each of these events. */
function turn(drafts: readonly Draft[], previewed: ReadonlySet<Draft['type']>): unknown[] {
  const made = encoder(stream);
  const frames = drafts.flatMap((draft, i) => [
    ...framesFor(made.push(stampDraft(draft, i + 1, AT)), { cursor: false, restore: false }),
    ...(previewed.has(draft.type) ? made.preview() : []),
  ]);
  return [...onedragon.server.greet(stream, AT), ...frames].map(({ data }) => JSON.parse(data));
}

function message(messageId: string, ...inside: Draft[]): Draft[] {
  return [
    { type: 'message.started', messageId, role: 'assistant' },
    ...inside,
    { type: 'message.completed', messageId },
  ];
}
const text = (messageId: string, delta: string): Draft => ({ type: 'text.delta', messageId, delta });
const block = (it: string) => ({ type: 'text', text: it });

it("sends the document's flow of a text: updates of one message, its end, the end of the response", () => {
  const events = [started, ...message('A', text('A', '我很好'), text('A', '，谢谢'), text('A', '关心！')), finished];
  expect(turn(events, new Set(['text.delta']))).toEqual([
    connected,
    said('message_update', 'A', [block('我很好')]),
    said('message_update', 'A', [block('我很好，谢谢')]),
    said('message_update', 'A', [block('我很好，谢谢关心！')]),
    said('message_completed', 'A', [block('我很好，谢谢关心！')]),
    over,
  ]);
});

it("sends the document's flow of a tool: the call, its result in another message, then the text and the end", () => {
  const call = { callId: 'c', name: 'stock_by_name' };
  const events = [
    started,
    ...message('B1', { type: 'tool.call', ...call, args: { name_like: '东财' }, messageId: 'B1' }),
    { type: 'tool.started', ...call } as const,
    { type: 'tool.finished', ...call, outcome: 'ok', result: '[{"ts_code":"300059.SZ"}]', messageId: 'B2' } as const,
    ...message('A', text('A', '东方财富')),
    finished,
  ];
  const use = { type: 'tool_use', id: 'c', name: 'stock_by_name', input: { name_like: '东财' } };
  const result = { type: 'tool_result', id: 'c', name: 'stock_by_name', output: [block('[{"ts_code":"300059.SZ"}]')] };
  const shown = said('message_update', 'B1', [use]);
  expect(turn(events, new Set(['text.delta']))).toEqual([
    connected,
    { ...shown, message: { ...shown.message, exact: true } },
    said('message_completed', 'B1', [use]),
    said('message_completed', 'B2', [result], true),
    said('message_update', 'A', [block('东方财富')]),
    said('message_completed', 'A', [block('东方财富')]),
    over,
  ]);
});
