import { build, type Queries } from './query.ts';

export function ownsSession(queries: Queries, owner: string, session: string): boolean {
  const own = build.selectFrom('sessions').select('id').where('id', '=', session).where('owner', '=', owner);
  return queries.first(own) !== undefined;
}
