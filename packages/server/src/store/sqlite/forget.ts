import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SqliteEventLog } from '../../log/sqlite/index.ts';
import type { SqliteMessages } from './messages.ts';
import type { OpenDatabase } from './open.ts';
import { build, mapped, type Queries } from './query.ts';
import type { SqliteUploads } from './uploads.ts';

export interface ForgetParts {
  readonly queries: Queries;
  readonly messages: SqliteMessages;
  readonly uploads: SqliteUploads;
  readonly log: LogHooks;
}

/** How the log takes part when a session is forgotten. */
export interface LogHooks {
  /** Takes a session's events out of the log, and does `also` in the same transaction: both, or neither. */
  readonly clean?: (session: string, also: () => void) => void;
  /** It is gone for good: who watches it can be told. */
  readonly gone?: (session: string) => void;
}

export function logHooks(log: Pick<SqliteEventLog, 'removeNow'>, gone?: LogHooks['gone']): LogHooks {
  return {
    clean: (session, also) => log.removeNow(session, also),
    ...(gone && { gone }),
  };
}

export type Forget = (session: string) => Promise<void>;

/** Rows go in one transaction, events with them; a crash before the files are gone is made good at the next start. */
export function forgetter(database: OpenDatabase, { queries, messages, uploads, log }: ForgetParts): Forget {
  const { clean = (_, also) => also() } = log;
  return async (session) => {
    const rows = build.deleteFrom('sessions').where('id', '=', session);
    database.beyondQuota(() => mapped(() => clean(session, () => queries.run(rows))));
    log.gone?.(session);
    await uploads.forget(session);
    await messages.purge();
  };
}

/** Forgets, one by one, the sessions that nothing happened to since `before`; returns how many. */
export async function prune(queries: Queries, forget: Forget, before: number): Promise<number> {
  const old = build
    .selectFrom('sessions')
    .select('id')
    .where('updated', '<', before)
    .where('id', 'not in', build.selectFrom('runs').select('session').where('last', 'is', null))
    .where('id', 'not in', build.selectFrom('messages').select('session').where('queued', '=', 1));
  let gone = 0;
  for (const { id } of queries.all(old.orderBy('updated'))) {
    // Somebody may have come back to it meanwhile.
    if (!queries.first(old.where('id', '=', id))) continue;
    await forget(id);
    gone += 1;
    await nextTurn();
  }
  return gone;
}
