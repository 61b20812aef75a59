import { RECOVERED } from './past.ts';
import type { Run } from './run.ts';

/** Closes what a run had open when its process ended, so that its agent can be played again. */
export function takeUp(run: Run): void {
  const { messages, nodes, calls } = run.ledger;
  for (const messageId of [...messages.keys()]) run.emit({ type: 'message.completed', messageId, interrupted: true });
  for (const { name, nodeRun } of [...nodes.values()]) {
    run.emit({ type: 'node.exited', name, ...(nodeRun !== undefined && { nodeRun }) });
  }
  for (const [callId, { name, phase }] of [...calls]) {
    if (phase !== 'called') run.emit({ type: 'tool.finished', callId, name, outcome: 'unknown', result: null });
  }
  if (run.status === 'paused' || run.status === 'pausing') run.pause();
  else run.emit({ type: 'run.status', status: 'active', reason: RECOVERED });
}
