import type { Database } from 'better-sqlite3';
import type { Projection } from './contract.ts';

/** Open questions alone: what was answered is in the log. */
export function projectQuestions(db: Database): Projection {
  const insert = db.prepare('INSERT OR REPLACE INTO questions (session, input, at, event) VALUES (?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM questions WHERE session = ? AND input = ?');
  const removeAll = db.prepare('DELETE FROM questions WHERE session = ?');

  return {
    'input.requested': (event, { session }) => {
      insert.run(session, event.inputId, event.at, JSON.stringify(event));
    },
    'input.resolved': ({ inputId }, { session }) => {
      remove.run(session, inputId);
    },
    'run.finished': (_, { session }) => {
      removeAll.run(session);
    },
  };
}
