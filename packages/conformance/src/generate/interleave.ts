import { type Draft, type EventType, Ledger, Legaliser, offence, type RunStatus } from '@polywire/protocol';

/** What goes on while a run stands still. */
const goesOn: ReadonlySet<EventType> = new Set<EventType>([
  'run.status',
  'input.resolved',
  'message.accepted',
  'todo.item',
  'plan.edited',
  'notice',
  'foreign',
  'error',
]);
const standsStill: ReadonlySet<RunStatus> = new Set<RunStatus>(['awaiting_input', 'paused']);

/**
 * One legal order of several threads. `picks` chooses whose turn it is; who may not move yet is passed over.
 * After `cut` drafts the run breaks off and what is open is closed.
 */
export function interleave(
  start: Draft & { type: 'run.started' },
  threads: readonly (readonly Draft[])[],
  picks: readonly number[],
  cut: number | undefined,
): Draft[] {
  const ledger = new Ledger();
  const drafts: Draft[] = [start];
  ledger.note(start);
  let waiting = threads.filter((thread) => thread.length > 0).map((thread) => [...thread]);
  for (let turn = 0; waiting.length > 0 && drafts.length !== cut; turn += 1) {
    const first = (picks[turn % picks.length] ?? 0) % waiting.length;
    const order = [...waiting.slice(first), ...waiting.slice(0, first)];
    const mover = order.find((thread) => mayMove(ledger, thread[0] as Draft));
    const next = (mover ?? order[0])?.shift();
    if (mover && next) {
      drafts.push(next);
      ledger.note(next);
    }
    waiting = waiting.filter((thread) => thread.length > 0);
  }
  return [...drafts, ...closings(drafts)];
}

function mayMove(ledger: Ledger, draft: Draft): boolean {
  if (ledger.run && standsStill.has(ledger.run.status) && !goesOn.has(draft.type)) return false;
  return offence(ledger, draft) === undefined;
}

function closings(drafts: readonly Draft[]): Draft[] {
  const legal = new Legaliser();
  for (const draft of drafts) legal.push(draft);
  return legal.push({ type: 'run.finished', status: 'complete' }).drafts.slice(0, -1);
}
