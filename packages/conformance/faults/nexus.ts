import type { JsonObject } from '@polywire/protocol';
import type { Fault } from '../src/check/contract.ts';
import { adding, answering, changing, omitting } from '../src/check/misbehave.ts';

const is =
  (wanted: string) =>
  ({ event }: JsonObject) =>
    event === wanted;
const withPayload = (change: JsonObject) => (frame: JsonObject) => ({
  ...frame,
  payload: { ...(frame.payload as JsonObject), ...change },
});

export const faults: readonly Fault[] = [
  {
    name: 'answers pings',
    breaks: 'no-pong',
    make: (it) =>
      answering(it, (command, outcome) =>
        command.type === 'ping' ? [{ data: '{"type":"pong"}' }] : it.server.answer(command, outcome),
      ),
  },
  {
    name: 'does not say that a run started',
    breaks: 'run-started-first',
    make: (it) => omitting(it, is('run_started')),
  },
  {
    name: 'does not repeat the input',
    breaks: 'run-started-input',
    make: (it) => changing(it, is('run_started'), withPayload({ user_input: '' })),
  },
  {
    name: 'names another session',
    breaks: 'run-started-session',
    make: (it) => changing(it, is('run_started'), withPayload({ session_id: 'another' })),
  },
  {
    name: 'changes the run',
    breaks: 'one-run',
    make: (it) => changing(it, is('text_chunk'), (frame) => ({ ...frame, run_id: 'another' })),
  },
  {
    name: 'has one run for all',
    breaks: 'unique-runs',
    make: (it) =>
      changing(
        it,
        () => true,
        (frame) => ({ ...frame, run_id: 'run' }),
      ),
  },
  {
    name: 'leaves the envelope out',
    breaks: 'envelope',
    make: (it) =>
      changing(it, is('text_chunk'), ({ event, run_id, payload }) => ({
        event: event ?? '',
        run_id: run_id ?? '',
        ...(payload as JsonObject),
      })),
  },
  {
    name: 'calls chunks text',
    breaks: 'text-chunk',
    make: (it) => changing(it, is('text_chunk'), (frame) => ({ ...frame, payload: { text: 'x' } })),
  },
  {
    name: 'sends arguments as text',
    breaks: 'tool-started',
    make: (it) => changing(it, is('tool_call_started'), withPayload({ args: '{}' })),
  },
  {
    name: 'sends results as objects',
    breaks: 'tool-finished',
    make: (it) => changing(it, is('tool_call_finished'), withPayload({ result: { total: 1 } })),
  },
  {
    name: 'has a status of its own',
    breaks: 'tool-finished',
    make: (it) => changing(it, is('tool_call_finished'), withPayload({ status: 'ok' })),
  },
  {
    name: 'finishes another tool',
    breaks: 'tool-finished-of-call',
    make: (it) => changing(it, is('tool_call_finished'), withPayload({ tool_name: 'another' })),
  },
  { name: 'leaves a tool running', breaks: 'tools-finish', make: (it) => omitting(it, is('tool_call_finished')) },
  { name: 'never finishes', breaks: 'run-finished-last', make: (it) => omitting(it, is('run_finished')) },
  {
    name: 'talks on after the end',
    breaks: 'run-finished-last',
    make: (it) =>
      adding(it, is('run_finished'), (frame) => ({ ...frame, event: 'text_chunk', payload: { chunk: 'more' } })),
  },
  {
    name: 'finishes in a way of its own',
    breaks: 'run-finished-status',
    make: (it) => changing(it, is('run_finished'), withPayload({ status: 'done' })),
  },
  {
    name: 'invents an event',
    breaks: 'known-events',
    make: (it) => changing(it, is('text_chunk'), (frame) => ({ ...frame, event: 'text_delta' })),
  },
];
