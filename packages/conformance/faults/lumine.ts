import type { JsonObject } from '@polywire/protocol';
import type { Fault } from '../src/check/contract.ts';
import { adding, changing, greeting, omitting } from '../src/check/misbehave.ts';

const is = (type: string) => (frame: JsonObject) => frame.type === type && frame.content !== '[DONE]';
const isDone = ({ content }: JsonObject) => content === '[DONE]';

export const faults: readonly Fault[] = [
  { name: 'does not greet', breaks: 'session-id-first', make: (it) => greeting(it, () => []) },
  { name: 'greets twice', breaks: 'session-id-first', make: (it) => greeting(it, ([one]) => (one ? [one, one] : [])) },
  { name: 'never ends', breaks: 'done-last', make: (it) => omitting(it, isDone) },
  { name: 'ends twice', breaks: 'done-last', make: (it) => adding(it, isDone, (frame) => frame) },
  {
    name: 'talks on after the end',
    breaks: 'done-last',
    make: (it) => adding(it, isDone, (frame) => ({ ...frame, content: 'one more thing' })),
  },
  {
    name: 'changes the session',
    breaks: 'one-session',
    make: (it) => changing(it, is('tool_use'), (frame) => ({ ...frame, session_id: 'another' })),
  },
  {
    name: 'leaves a base field out',
    breaks: 'base-fields',
    make: (it) => changing(it, is('chunk'), ({ toolName: _, ...frame }) => frame),
  },
  {
    name: 'speaks as a bot',
    breaks: 'role',
    make: (it) => changing(it, is('chunk'), (frame) => ({ ...frame, role: 'bot' })),
  },
  {
    name: 'has no conversation',
    breaks: 'conversation-id',
    make: (it) => changing(it, is('chunk'), (frame) => ({ ...frame, conversation_id: null })),
  },
  {
    name: 'sends chunks without text',
    breaks: 'chunk-content',
    make: (it) => changing(it, is('chunk'), (frame) => ({ ...frame, content: null })),
  },
  {
    name: 'thinks without end',
    breaks: 'reasoning-done',
    make: (it) => omitting(it, ({ type, status }) => type === 'reasoning' && status === 'done'),
  },
  {
    name: 'sends arguments as text',
    breaks: 'tool-use',
    make: (it) => changing(it, is('tool_use'), (frame) => ({ ...frame, args: JSON.stringify(frame.args) })),
  },
  {
    name: 'answers another call',
    breaks: 'tool-result-of-call',
    make: (it) => changing(it, is('tool_result'), (frame) => ({ ...frame, tool_use_id: 'another' })),
  },
  { name: 'forgets a result', breaks: 'tools-finish', make: (it) => omitting(it, is('tool_result')) },
  {
    name: 'has a status of its own',
    breaks: 'tool-result-status',
    make: (it) => changing(it, is('tool_result'), (frame) => ({ ...frame, status: 'ok' })),
  },
  {
    name: 'invents a type',
    breaks: 'known-types',
    make: (it) => changing(it, is('reasoning'), (frame) => ({ ...frame, type: 'thought' })),
  },
  { name: 'updates a list it never sent', breaks: 'todo-update', make: (it) => omitting(it, is('todo_list')) },
];
