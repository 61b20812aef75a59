import type { Analyses, AnalysisRecord } from '../contract.ts';
import { nextNumber } from './counters.ts';
import { ownsSession } from './owns-session.ts';
import { build, type Queries } from './query.ts';
import { present, storedJson } from './rows.ts';

export function sqliteAnalyses(queries: Queries, now: () => number): Analyses {
  const owned = (owner: string) =>
    build
      .selectFrom('analyses')
      .innerJoin('sessions', 'sessions.id', 'analyses.session')
      .select(['analyses.id', 'session', 'call as callId', 'analyses.title', 'options', 'analyses.created'])
      .where('owner', '=', owner)
      .orderBy('analyses.id');

  function record(row: { options: string } & Parameters<typeof present>[0]): AnalysisRecord {
    return { ...present(row), options: storedJson(row.options) } as AnalysisRecord;
  }

  return {
    async add(owner, { session, callId, title, options }) {
      return queries.transaction(() => {
        if (!ownsSession(queries, owner, session)) return undefined;
        const id = nextNumber(queries, 'analysis');
        const row = { call: callId ?? null, title: title ?? null, options: JSON.stringify(options), created: now() };
        queries.run(build.insertInto('analyses').values({ id, session, ...row }));
        const made = queries.first(owned(owner).where('analyses.id', '=', id));
        return made && record(made);
      });
    },
    async get(owner, id) {
      const row = queries.first(owned(owner).where('analyses.id', '=', id));
      return row && record(row);
    },
    async list(owner, session) {
      return queries.all(owned(owner).where('session', '=', session)).map(record);
    },
  };
}
