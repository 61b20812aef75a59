import type { EventOf } from '@polywire/protocol';
import type { Database } from 'better-sqlite3';
import type { Projecting, Projection } from './contract.ts';

/** Each plan as it stands; an edit that does not repeat what the plan is about leaves that as it was. */
export function projectPlans(db: Database): Projection {
  const put = db.prepare(`
    INSERT INTO proposals (session, plan, run, seq, at, task, summary, steps) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (session, plan) DO UPDATE SET run = ifnull(excluded.run, run), seq = excluded.seq, at = excluded.at,
      task = ifnull(excluded.task, task), summary = ifnull(excluded.summary, summary), steps = excluded.steps`);

  function keep(event: EventOf<'plan.proposed' | 'plan.edited'>, { session }: Projecting): void {
    const { planId, runId, seq, at, task, summary, steps } = event;
    put.run(session, planId, runId ?? null, seq, at, task ?? null, summary ?? null, JSON.stringify(steps));
  }

  return { 'plan.proposed': keep, 'plan.edited': keep };
}
