import type { Json, JsonObject } from '@polywire/protocol';
import type { Fault } from '../src/check/contract.ts';
import { adding, changing, greeting, omitting } from '../src/check/misbehave.ts';

const is =
  (wanted: string) =>
  ({ type }: JsonObject) =>
    type === wanted;
const messageOf = ({ message }: JsonObject) => message as JsonObject;
const blocksOf = (frame: JsonObject) => (messageOf(frame).content ?? []) as JsonObject[];
const has = (type: string) => (frame: JsonObject) => blocksOf(frame).some((block) => block.type === type);
const withMessage = (change: JsonObject) => (frame: JsonObject) => ({
  ...frame,
  message: { ...messageOf(frame), ...change },
});
const withBlocks = (change: (block: JsonObject) => JsonObject) => (frame: JsonObject) =>
  withMessage({ content: blocksOf(frame).map(change) as Json[] })(frame);

export const faults: readonly Fault[] = [
  { name: 'does not greet', breaks: 'connected-first', make: (it) => greeting(it, () => []) },
  {
    name: 'changes the session',
    breaks: 'one-session',
    make: (it) => changing(it, is('message_completed'), (frame) => ({ ...frame, session_id: 'another' })),
  },
  {
    name: 'leaves the session out',
    breaks: 'envelope',
    make: (it) => changing(it, is('message_completed'), ({ session_id: _, ...frame }) => frame),
  },
  {
    name: 'writes ISO times',
    breaks: 'timestamp',
    make: (it) => changing(it, has('text'), withMessage({ timestamp: '2026-01-01T00:00:00.000Z' })),
  },
  {
    name: 'sends content as one block',
    breaks: 'message-fields',
    make: (it) => changing(it, has('text'), (frame) => withMessage({ content: blocksOf(frame)[0] ?? {} })(frame)),
  },
  {
    name: 'completes with the rest alone',
    breaks: 'updates-are-whole',
    make: (it) =>
      changing(
        it,
        (frame) => is('message_completed')(frame) && has('text')(frame),
        withBlocks((block) => ({ ...block, text: '…' })),
      ),
  },
  {
    name: 'does not complete texts',
    breaks: 'updates-complete',
    make: (it) => omitting(it, (frame) => is('message_completed')(frame) && has('text')(frame)),
  },
  {
    name: 'sends input as text',
    breaks: 'tool-use',
    make: (it) =>
      changing(
        it,
        has('tool_use'),
        withBlocks((block) => ({ ...block, input: '{}' })),
      ),
  },
  {
    name: 'sends output as text',
    breaks: 'tool-result',
    make: (it) =>
      changing(
        it,
        has('tool_result'),
        withBlocks((block) => ({ ...block, output: 'done' })),
      ),
  },
  {
    name: 'answers another call',
    breaks: 'tool-result-of-call',
    make: (it) =>
      changing(
        it,
        has('tool_result'),
        withBlocks((block) => ({ ...block, id: 'another' })),
      ),
  },
  {
    name: 'puts call and result in one message',
    breaks: 'tool-result-message',
    make: (it) =>
      changing(it, (frame) => has('tool_use')(frame) || has('tool_result')(frame), withMessage({ id: 'one' })),
  },
  { name: 'forgets a result', breaks: 'tools-finish', make: (it) => omitting(it, has('tool_result')) },
  { name: 'never completes', breaks: 'completed-last', make: (it) => omitting(it, is('response_completed')) },
  {
    name: 'completes twice',
    breaks: 'completed-last',
    make: (it) => adding(it, is('response_completed'), (frame) => frame),
  },
  {
    name: 'completes with content',
    breaks: 'completed-empty',
    make: (it) => changing(it, is('response_completed'), withMessage({ text: 'done' })),
  },
  {
    name: 'invents a type',
    breaks: 'known-types',
    make: (it) => changing(it, has('tool_use'), (frame) => ({ ...frame, type: 'tool_call' })),
  },
];
