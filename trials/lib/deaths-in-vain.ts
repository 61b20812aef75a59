import { type RunEvent, STEP_NS } from '@polywire/protocol';

/** So many without anything done between them are what a run may cost the process. */
export const DEATHS_UNTIL_PARKED = 3;

/** Deaths of the process that a run has seen since it last got anything done, by its log; the latest one included. */
export function deathsInVain(ofRun: readonly RunEvent[]): number {
  let recoveries = 0;
  for (const event of ofRun) {
    if (event.type === 'run.status' && event.reason === 'recovered') recoveries += 1;
    else if (isProgress(event)) recoveries = 0;
  }
  return recoveries + 1;
}

function isProgress(event: RunEvent): boolean {
  switch (event.type) {
    case 'checkpoint':
      return event.ns === STEP_NS;
    case 'tool.finished':
      return event.outcome !== 'unknown';
    // The process outlived it, or whatever stops the process then is not this run.
    case 'run.status':
      return event.reason === 'steady' || event.status === 'awaiting_input' || event.status === 'paused';
    default:
      return false;
  }
}
