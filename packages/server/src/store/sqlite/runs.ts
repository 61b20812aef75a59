import type { RunStatus } from '@polywire/protocol';
import type { RunRecord, Runs } from '../contract.ts';
import { itemsOf } from './limits.ts';
import { build, type Queries } from './query.ts';
import { present } from './rows.ts';
import type { Tables } from './tables.ts';

export function sqliteRuns(queries: Queries): Runs {
  function ofSession(owner: string, session: string) {
    return build
      .selectFrom('runs')
      .innerJoin('sessions', 'sessions.id', 'runs.session')
      .selectAll('runs')
      .where('runs.session', '=', session)
      .where('sessions.owner', '=', owner)
      .orderBy('runs.first', 'desc');
  }

  return {
    async find(owner, idOrRef) {
      const query = build
        .selectFrom('runs')
        .innerJoin('sessions', 'sessions.id', 'runs.session')
        .selectAll('runs')
        .where('sessions.owner', '=', owner)
        .where((or) => or.or([or('runs.id', '=', idOrRef), or('runs.ref', '=', idOrRef)]))
        .orderBy('runs.started', 'desc');
      const row = queries.first(query);
      return row && record(row);
    },
    async spent(owner, since) {
      const row = queries.first(
        build
          .selectFrom('runs')
          .innerJoin('sessions', 'sessions.id', 'runs.session')
          .select(({ fn }) => [
            fn.sum<number | null>('runs.tokens').as('tokens'),
            fn.sum<number | null>('runs.cost').as('cost'),
          ])
          .where('sessions.owner', '=', owner)
          .where('runs.started', '>=', since),
      );
      return { tokens: row?.tokens ?? 0, cost: row?.cost ?? 0 };
    },
    async list(owner, session, { before, limit } = {}) {
      const query = ofSession(owner, session).limit(itemsOf(limit));
      return queries
        .all(before === undefined ? query : query.where('runs.first', '<', before))
        .reverse()
        .map(record);
    },
    async get(owner, session, idOrRef) {
      const row = queries.first(
        ofSession(owner, session).where((or) => or.or([or('runs.id', '=', idOrRef), or('runs.ref', '=', idOrRef)])),
      );
      return row && record(row);
    },
  };
}

function record({ tokens_in, tokens_out, tokens, duration, off, status, ...row }: Tables['runs']): RunRecord {
  return {
    ...present(row),
    status: status as RunStatus,
    ...(tokens !== null && { usage: { input: tokens_in ?? 0, output: tokens_out ?? 0, total: tokens } }),
    ...(duration !== null && { durationMs: duration }),
    takenBack: off === 1,
  };
}
