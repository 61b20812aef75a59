import type { Database } from 'better-sqlite3';
import { titleFrom } from '../title.ts';
import type { Projecting, Projection } from './contract.ts';

export interface SessionsProjection {
  readonly projection: Projection;
  /** Rows of other tables refer to the session's. */
  ensure(owner: string, session: string, at: number): void;
  finish(projecting: Projecting): void;
}

export function projectSessions(db: Database): SessionsProjection {
  const insert = db.prepare(`
    INSERT INTO sessions (id, owner, title, created, updated, settings) VALUES (?, ?, '', ?, ?, '{}')
    ON CONFLICT DO NOTHING`);
  const touch = db.prepare(`
    UPDATE sessions SET updated = max(updated, ?), status = ifnull(?, status),
      title = CASE WHEN title = '' THEN ? ELSE title END
    WHERE id = ?`);

  return {
    ensure(owner, session, at) {
      insert.run(session, owner, at, at);
    },
    finish({ session, touched }) {
      touch.run(touched.at, touched.status ?? null, touched.title ?? '', session);
    },
    projection: {
      'message.accepted': ({ text, files }, { touched }) => {
        touched.title ||= titleFrom(text) || titleFrom(files?.[0]?.name ?? '');
      },
      'run.started': ({ input }, { touched }) => {
        touched.title ||= titleFrom(input ?? '');
      },
    },
  };
}
