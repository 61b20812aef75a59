import type { RunEvent } from '@polywire/protocol';

/** What an answerer knows afterwards: what was decided, and whether by them. */
export function outcomeOf(decision: 'approve' | 'reject', isOk: boolean, said: string): string {
  if (isOk) return decision === 'approve' ? 'approved by me' : 'denied by me';
  const [, outcome] = /decided already: (\w+)/.exec(said) ?? [];
  if (outcome === undefined) throw new Error(`somebody was told no outcome: ${said}`);
  return outcome;
}

export interface Race {
  readonly events: readonly RunEvent[];
  /** What each answerer knows. */
  readonly told: readonly string[];
  /** The id of a call for each time that its tool really ran. */
  readonly stamps: readonly string[];
}

/** Whether it was approved. Throws where the deed, the log and what the answerers were told do not agree. */
export function isApproved(tool: string, { events, told, stamps }: Race): boolean {
  const call = events.find((event) => event.type === 'tool.call' && event.name === tool) as { callId: string };
  const of = (type: RunEvent['type']) =>
    events.filter((event) => event.type === type && 'callId' in event && event.callId === call.callId);
  const resolved = events.filter(
    (event) => event.type === 'input.resolved' && event.inputId === `${call.callId}.approval`,
  ) as (RunEvent & { type: 'input.resolved' })[];
  const [decided] = resolved;
  const isYes = decided?.outcome === 'approved';
  const ran = stamps.filter((stamp) => stamp === call.callId).length;
  const due = isYes ? 1 : 0;
  const right =
    resolved.length === 1 &&
    of('tool.started').length === due &&
    ran === due &&
    of('tool.finished').length === 1 &&
    told.filter((each) => each === `${decided?.outcome} by me`).length === 1 &&
    told.every((each) => each.startsWith(decided?.outcome ?? ''));
  if (!right)
    throw new Error(`${tool}: ${JSON.stringify({ resolved, told, ran, started: of('tool.started').length })}`);
  return isYes;
}
