import type { RECOVERED, RELOADED } from './past.ts';
import type { Run } from './run.ts';

/** How a run comes to be taken up: by a new process, or by one whose log could not be written for a while. */
export type TakeUp = typeof RECOVERED | typeof RELOADED;

/** Closes what a run had open when it was cut, so that its agent can be played again. */
export function takeUp(run: Run, reason: TakeUp): void {
  const { messages, nodes, calls } = run.ledger;
  for (const messageId of [...messages.keys()]) run.emit({ type: 'message.completed', messageId, interrupted: true });
  for (const { name, nodeRun } of [...nodes.values()]) {
    run.emit({ type: 'node.exited', name, ...(nodeRun !== undefined && { nodeRun }) });
  }
  for (const [callId, { name, phase }] of [...calls]) {
    if (phase !== 'called') run.emit({ type: 'tool.finished', callId, name, outcome: 'unknown', result: null });
  }
  if (run.status === 'paused' || run.status === 'pausing') run.pause();
  else run.emit({ type: 'run.status', status: 'active', reason });
}
