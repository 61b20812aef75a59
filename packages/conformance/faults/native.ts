import type { JsonObject } from '@polywire/protocol';
import type { Fault } from '../src/check/contract.ts';
import { adding, answering, changing, greeting, omitting, sending } from '../src/check/misbehave.ts';

const is =
  (wanted: string) =>
  ({ type }: JsonObject) =>
    type === wanted;
const any = () => true;

export const faults: readonly Fault[] = [
  { name: 'does not greet', breaks: 'greeting', make: (it) => greeting(it, () => []) },
  {
    name: 'names another session',
    breaks: 'greeting',
    make: (it) => greeting(it, () => [{ type: 'session', id: 'another' }]),
  },
  { name: 'leaves an event out', breaks: 'seq', make: (it) => omitting(it, is('usage')) },
  { name: 'says an event twice', breaks: 'seq', make: (it) => adding(it, is('usage'), (frame) => frame) },
  {
    name: 'turns the clock back',
    breaks: 'time',
    make: (it) => changing(it, is('run.finished'), (frame) => ({ ...frame, at: 1 })),
  },
  {
    name: 'finishes a tool that was not called',
    breaks: 'legal',
    make: (it) => changing(it, is('tool.finished'), (frame) => ({ ...frame, callId: 'another' })),
  },
  {
    name: 'changes what was said',
    breaks: 'accepted',
    make: (it) => changing(it, is('message.accepted'), (frame) => ({ ...frame, text: '' })),
  },
  {
    name: 'does not name the run',
    breaks: 'one-run',
    make: (it) => changing(it, is('usage'), ({ runId: _, ...frame }) => frame),
  },
  {
    name: 'has one run for all',
    breaks: 'unique-runs',
    make: (it) => changing(it, any, (frame) => ({ ...frame, ...('runId' in frame && { runId: 'run' }) })),
  },
  { name: 'never finishes', breaks: 'finished-last', make: (it) => omitting(it, is('run.finished')) },
  {
    name: 'goes on after the end',
    breaks: 'finished-last',
    make: (it) =>
      adding(it, is('run.finished'), (frame) => ({ type: 'custom', value: 1, seq: frame.seq ?? 0, at: frame.at ?? 0 })),
  },
  {
    name: 'invents an event',
    breaks: 'events',
    make: (it) => changing(it, is('usage'), (frame) => ({ ...frame, type: 'tokens' })),
  },
  {
    name: 'sends half an event',
    breaks: 'events',
    make: (it) => sending(it, () => (frame) => [is('text.delta')(frame) ? { ...frame, delta: null } : frame]),
  },
  {
    name: 'does not answer',
    breaks: 'answered',
    make: (it) =>
      answering(it, (command, outcome) => (command.type === 'message.send' ? [] : it.server.answer(command, outcome))),
  },
  {
    name: 'does not answer pings',
    breaks: 'pong',
    make: (it) =>
      answering(it, (command, outcome) => (command.type === 'ping' ? [] : it.server.answer(command, outcome))),
  },
];
