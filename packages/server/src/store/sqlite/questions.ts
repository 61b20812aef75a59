import { sql } from 'kysely';
import type { Questions } from '../contract.ts';
import { build, type Queries } from './query.ts';
import { storedJson } from './rows.ts';

export function sqliteQuestions(queries: Queries): Questions {
  return {
    async list(owner, session) {
      const query = build
        .selectFrom('questions')
        .innerJoin('sessions', 'sessions.id', 'questions.session')
        .select(['questions.session', 'questions.event'])
        .where('sessions.owner', '=', owner)
        .orderBy('questions.at')
        .orderBy(sql`questions.rowid`);
      const rows = queries.all(session === undefined ? query : query.where('questions.session', '=', session));
      return rows.map((row) => ({ session: row.session, event: storedJson(row.event) }));
    },
  };
}
