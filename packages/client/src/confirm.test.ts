import type { RunEvent, RunStatus } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { confirms } from './confirm.ts';

it.each<[RunStatus, boolean]>([
  ['pausing', true],
  ['paused', true],
  // A server may make the pause the user's turn, and never call it one.
  ['awaiting_input', true],
  ['active', false],
])('takes a run that is %s for paused: %s', (status, expected) => {
  const event: RunEvent = { type: 'run.status', status, seq: 2, at: 0, runId: 'r' };
  expect(confirms({ type: 'run.pause', ref: 'p' }, event, true)).toBe(expected);
});
