import type { JsonObject } from '@polywire/protocol';
import type { Fault } from '../src/check/contract.ts';
import { adding, changing, omitting } from '../src/check/misbehave.ts';

const is =
  (wanted: string) =>
  ({ type }: JsonObject) =>
    type === wanted;
const isActive = ({ status }: JsonObject) => status === 'active';
const withData = (change: JsonObject) => (frame: JsonObject) => ({
  ...frame,
  data: { ...(frame.data as JsonObject), ...change },
});

export const faults: readonly Fault[] = [
  {
    name: 'has a status of its own',
    breaks: 'system-status',
    make: (it) => changing(it, isActive, (frame) => ({ ...frame, status: 'running' })),
  },
  { name: 'is never active', breaks: 'active-first', make: (it) => omitting(it, isActive) },
  {
    name: 'sends messages without data',
    breaks: 'message-data',
    make: (it) => changing(it, is('message'), ({ data: _, ...frame }) => frame),
  },
  {
    name: 'calls content text',
    breaks: 'message-data',
    make: (it) => changing(it, is('message'), withData({ content: null, text: 'x' })),
  },
  {
    name: 'leaves metadata out',
    breaks: 'message-metadata',
    make: (it) => changing(it, is('message'), withData({ metadata: null })),
  },
  {
    name: 'tells the time in numbers',
    breaks: 'message-metadata',
    make: (it) => changing(it, is('message'), withData({ metadata: { timestamp: 1 } })),
  },
  { name: 'has no result', breaks: 'result-last', make: (it) => omitting(it, is('result')) },
  { name: 'has two results', breaks: 'result-last', make: (it) => adding(it, is('result'), (frame) => frame) },
  {
    name: 'talks on after the result',
    breaks: 'result-last',
    make: (it) => adding(it, is('result'), () => ({ type: 'message', data: { content: 'more', metadata: {} } })),
  },
  {
    name: 'ends in a way of its own',
    breaks: 'result-status',
    make: (it) => changing(it, is('result'), (frame) => ({ ...frame, status: 'done' })),
  },
  {
    name: 'has an object for a result',
    breaks: 'result-task',
    make: (it) => changing(it, is('result'), withData({ task_result: {} })),
  },
  {
    name: 'counts in words',
    breaks: 'result-usage',
    make: (it) => changing(it, is('result'), withData({ duration: '6 ms' })),
  },
  {
    name: 'stays connected',
    breaks: 'closed-after-result',
    make: (it) => ({ ...it, traits: { ...it.traits, afterEnd: 'keep' } }),
  },
  {
    name: 'invents a type',
    breaks: 'known-types',
    make: (it) => changing(it, is('message'), (frame) => ({ ...frame, type: 'text' })),
  },
];
