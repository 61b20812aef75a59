import type { Dialect, JsonObject } from '@polywire/protocol';
import type { Fault } from '../src/check/contract.ts';
import { adding, changing, omitting } from '../src/check/misbehave.ts';

/** The document's own message, inside of what the socket adds. */
const inner = (frame: JsonObject) => (frame.event ?? frame) as JsonObject;
const is = (type: string) => (frame: JsonObject) => inner(frame).type === type;
const isReply = (frame: JsonObject) => 'reply' in frame;
const inside = (change: (event: JsonObject) => JsonObject) => (frame: JsonObject) =>
  frame.event === undefined ? change(frame) : { ...frame, event: change(inner(frame)) };
const changed = (it: Dialect, type: string, change: JsonObject) =>
  changing(
    it,
    is(type),
    inside((event) => ({ ...event, ...change })),
  );

export const faults: readonly Fault[] = [
  { name: 'does not say that a run starts', breaks: 'run-start-first', make: (it) => omitting(it, is('run_start')) },
  {
    name: 'gives all events one number',
    breaks: 'event-ids',
    make: (it) =>
      changing(
        it,
        () => true,
        inside((event) => ({ ...event, event_id: 7 })),
      ),
  },
  {
    name: 'counts down',
    breaks: 'event-ids',
    make: (it) =>
      changing(
        it,
        () => true,
        inside((event) => ({ ...event, event_id: 1_000 - Number(event.event_id) })),
      ),
  },
  {
    name: 'changes the session',
    breaks: 'one-session',
    make: (it) => changed(it, 'message_chunk', { session_id: 'another' }),
  },
  { name: 'never replies', breaks: 'reply-last', make: (it) => omitting(it, isReply) },
  { name: 'replies twice', breaks: 'reply-last', make: (it) => adding(it, isReply, (frame) => frame) },
  {
    name: 'replies with an object',
    breaks: 'reply-text',
    make: (it) => changing(it, isReply, (frame) => ({ ...frame, reply: { text: '' } })),
  },
  {
    name: 'replies with less than it said',
    breaks: 'reply-whole',
    make: (it) => changing(it, isReply, (frame) => ({ ...frame, reply: 'It' })),
  },
  { name: 'leaves a node open', breaks: 'nodes-exit', make: (it) => omitting(it, is('node_exit')) },
  { name: 'leaves a node it never entered', breaks: 'nodes-enter', make: (it) => omitting(it, is('node_enter')) },
  {
    name: 'ends nodes in a way of its own',
    breaks: 'payloads',
    make: (it) => changed(it, 'node_exit', { result: 'done' }),
  },
  {
    name: 'calls content text',
    breaks: 'payloads',
    make: (it) =>
      changing(
        it,
        is('message_chunk'),
        inside(({ content, ...event }) => ({ ...event, text: content ?? '' })),
      ),
  },
  {
    name: 'does not say whether a tool failed',
    breaks: 'payloads',
    make: (it) =>
      changing(
        it,
        is('tool_end'),
        inside(({ is_error: _, ...event }) => event),
      ),
  },
  {
    name: 'counts tokens in words',
    breaks: 'payloads',
    make: (it) => changed(it, 'usage', { total_tokens: 'fifteen' }),
  },
  { name: 'starts a tool that was not called', breaks: 'tool-order', make: (it) => omitting(it, is('tool_call')) },
  { name: 'leaves a tool running', breaks: 'tools-finish', make: (it) => omitting(it, is('tool_end')) },
  { name: 'invents a type', breaks: 'known-types', make: (it) => changed(it, 'message_chunk', { type: 'text' }) },
];
