import type { EventType, RunEvent } from '@polywire/protocol';
import type { Database } from 'better-sqlite3';
import type { Past, Projecting, Projection } from './projections/contract.ts';
import { projectMessages } from './projections/messages.ts';
import { projectPlans } from './projections/plans.ts';
import { projectQuestions } from './projections/questions.ts';
import { projectRewinds } from './projections/rewinds.ts';
import { projectRuns } from './projections/runs.ts';
import { projectSessions } from './projections/sessions.ts';
import { type Texts, textsIn } from './projections/texts.ts';

export type Project = (owner: string, session: string, events: readonly RunEvent[]) => void;

/**
 * Keeps the store's tables in step with the events, inside the transaction that commits them. Words cost nothing here:
 * the text of a message is read from the log when it is complete. Nothing is remembered that a commit which is taken back
 * could leave behind.
 */
export function projector(db: Database, past: Past): Project {
  const sessions = projectSessions(db);
  const texts = textsIn(db, past);
  const steps = byType([
    sessions.projection,
    projectRuns(db),
    projectMessages(db),
    projectQuestions(db),
    projectPlans(db),
    projectRewinds(db),
  ]);

  return (owner, session, events) => {
    let projecting: Projecting | undefined;
    for (const event of events) {
      const step = steps.get(event.type);
      if (!step) continue;
      if (!projecting) {
        projecting = projectingOf(session, events, past, texts(session, events), event.at);
        sessions.ensure(owner, session, event.at);
      }
      projecting.touched.at = Math.max(projecting.touched.at, event.at);
      for (const learn of step) learn(event, projecting);
    }
    if (projecting) sessions.finish(projecting);
  };
}

function projectingOf(session: string, events: readonly RunEvent[], past: Past, texts: Texts, at: number): Projecting {
  return {
    session,
    events,
    textUpTo: (last, messageId) => texts.upTo(last, messageId),
    past: (types) => [...past.events(session, 0, types), ...events],
    touched: { at },
  };
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
