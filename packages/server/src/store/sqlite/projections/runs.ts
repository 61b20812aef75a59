import type { Database } from 'better-sqlite3';
import { wellFormed } from '../../../well-formed.ts';
import type { Projection } from './contract.ts';

/** A session has one open run at most, so the open one is meant, whether or not the event names it. */
export function projectRuns(db: Database): Projection {
  const insert = db.prepare(`
    INSERT INTO runs (session, first, id, status, started, agent, model, input, ref)
    VALUES (?, ?, ?, 'active', ?, ?, ?, ?, ?)`);
  const status = db.prepare('UPDATE runs SET status = ?, reason = ? WHERE session = ? AND last IS NULL');
  const spend = db.prepare(`
    UPDATE runs SET tokens_in = ifnull(tokens_in, 0) + ?, tokens_out = ifnull(tokens_out, 0) + ?,
      tokens = ifnull(tokens, 0) + ?, cost = ifnull(cost + ifnull(?, 0), ?)
    WHERE session = ? AND last IS NULL`);
  const finish = db.prepare(`
    UPDATE runs SET last = ?, finished = ?, status = ?, reason = ?, answer = ?, tokens_in = ifnull(?, tokens_in),
      tokens_out = ifnull(?, tokens_out), tokens = ifnull(?, tokens), cost = ifnull(?, cost), duration = ifnull(?, ? - started)
    WHERE session = ? AND last IS NULL`);
  const takeBack = db.prepare('UPDATE runs SET off = 1 WHERE session = ? AND first > ?');

  return {
    'run.started': (event, { session, touched }) => {
      const { seq, at, runId, agentKind, model, input, ref } = event;
      const words = input === undefined ? null : wellFormed(input);
      insert.run(session, seq, runId ?? null, at, agentKind ?? null, model ?? null, words, ref ?? null);
      touched.status = 'active';
    },
    'run.status': (event, { session, touched }) => {
      status.run(event.status, event.reason ?? null, session);
      touched.status = event.status;
    },
    usage: ({ input, output, total, cost = null }, { session }) => {
      spend.run(input, output, total, cost, cost, session);
    },
    'run.finished': (event, { session, touched }) => {
      const { seq, at, reason, text, usage, cost, durationMs } = event;
      const spent = [usage?.input ?? null, usage?.output ?? null, usage?.total ?? null, cost ?? null];
      const how = [event.status, reason ?? null, text === undefined ? null : wellFormed(text)];
      finish.run(seq, at, ...how, ...spent, durationMs ?? null, at, session);
      touched.status = event.status;
    },
    'history.rewound': ({ toSeq }, { session }) => {
      takeBack.run(session, toSeq);
    },
  };
}
