import type { EventOf, EventType, RunEvent } from '@polywire/protocol';
import type { Database } from 'better-sqlite3';
import type { Projecting, Projection } from './projections/contract.ts';
import { projectMessages } from './projections/messages.ts';
import { type OpenMessages, openMessages, type ReadEvents } from './projections/open-messages.ts';
import { projectPlans } from './projections/plans.ts';
import { projectQuestions } from './projections/questions.ts';
import { projectRewinds } from './projections/rewinds.ts';
import { projectRuns } from './projections/runs.ts';
import { projectSessions } from './projections/sessions.ts';

export type Project = (owner: string, session: string, events: readonly RunEvent[]) => void;

/**
 * Keeps the store's tables in step with the events, inside the transaction that commits them. The pieces of a text only
 * gather in memory: they reach a table when their message is complete. Survives a commit that is taken back.
 */
export function projector(db: Database, readEvents: ReadEvents): Project {
  const sessions = projectSessions(db);
  const steps = byType([
    sessions.projection,
    projectRuns(db),
    projectMessages(db),
    projectQuestions(db),
    projectPlans(db),
    projectRewinds(db),
  ]);
  const restore = openMessages(db, readEvents);
  /** Sessions in which something is being said. */
  const speaking = new Map<string, OpenMessages>();

  return (owner, session, events) => {
    const first = events[0];
    const last = events.at(-1);
    if (!first || !last) return;
    const known = speaking.get(session);
    let open = known?.head === first.seq - 1 ? known : undefined;
    let projecting: Projecting | undefined;
    for (let i = 0; i < events.length; i += 1) {
      const event = events[i] as RunEvent;
      if (event.type === 'text.delta') {
        open ??= restore(session, first.seq);
        const next = endOfWords(events, i);
        open.texts.get(event.messageId)?.add(wordsOf(events, i, next));
        i = next - 1;
        continue;
      }
      const step = steps.get(event.type);
      if (!step) continue;
      if (!projecting) {
        projecting = {
          session,
          open: () => (open ??= restore(session, first.seq)),
          past: (types) => [...readEvents(session, 0, types), ...events],
          touched: { at: event.at },
        };
        sessions.ensure(owner, session, event.at);
      }
      projecting.touched.at = Math.max(projecting.touched.at, event.at);
      for (const learn of step) learn(event, projecting);
    }
    if (projecting) sessions.finish(projecting);
    if (open && open.texts.size > 0) {
      open.head = last.seq;
      if (open === known) return;
      speaking.set(session, open);
      if (speaking.size > MAX_SPEAKING) forgetOldest(speaking);
    } else if (known) speaking.delete(session);
  };
}

/** Where what `events[from]` says of its message ends. */
function endOfWords(events: readonly RunEvent[], from: number): number {
  const { messageId } = events[from] as Words;
  let end = from + 1;
  for (; end < events.length; end += 1) {
    const event = events[end] as RunEvent;
    if (event.type !== 'text.delta' || event.messageId !== messageId) break;
  }
  return end;
}

function wordsOf(events: readonly RunEvent[], from: number, to: number): string {
  let words = (events[from] as Words).delta;
  for (let i = from + 1; i < to; i += 1) words += (events[i] as Words).delta;
  return words;
}

type Words = EventOf<'text.delta'>;

/** Whoever is forgotten is read again from the log when it says more: far more than speak at once. */
const MAX_SPEAKING = 10_000;

function forgetOldest(speaking: Map<string, OpenMessages>): void {
  for (const session of speaking.keys()) {
    speaking.delete(session);
    return;
  }
}

type Learn = (event: RunEvent, projecting: Projecting) => void;

function byType(projections: readonly Projection[]): ReadonlyMap<EventType, readonly Learn[]> {
  const steps = new Map<EventType, Learn[]>();
  for (const projection of projections) {
    for (const [type, learn] of Object.entries(projection) as [EventType, Learn][]) {
      steps.set(type, [...(steps.get(type) ?? []), learn]);
    }
  }
  return steps;
}
