import type { EventOf } from '@polywire/protocol';
import type { Database } from 'better-sqlite3';
import { wellFormed } from '../../../well-formed.ts';
import type { Projecting, Projection } from './contract.ts';

/** A row is there from a message's start, where its text is read from the log when it is complete. */
export function projectMessages(db: Database): Projection {
  const insert = db.prepare(`
    INSERT INTO messages (session, first, last, turn, run, message, role, name, text, files, ref, at, queued)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const latest = db.prepare<[string, string], AssistantRow>(`
    SELECT id, message, first, last, indexed FROM messages WHERE session = ? AND message = ?
    ORDER BY first DESC LIMIT 1`);
  const open = db.prepare<[string], AssistantRow>(`
    SELECT id, message, first, last, indexed FROM messages WHERE session = ? AND last IS NULL ORDER BY first`);
  const complete = db.prepare('UPDATE messages SET last = ?, text = ?, interrupted = ? WHERE id = ?');
  const rewrite = db.prepare('UPDATE messages SET text = ?, indexed = 0 WHERE id = ?');
  const unindex = db.prepare('DELETE FROM message_search WHERE rowid = ?');
  const queued = db.prepare<[string], { id: number; text: string; ref: string | null; indexed: number }>(`
    SELECT id, text, ref, indexed FROM messages WHERE session = ? AND queued = 1 ORDER BY first`);
  const dequeue = db.prepare('UPDATE messages SET queued = 0, run = ?, turn = ? WHERE id = ?');
  // What a user said goes with the turn it began; what still waits stays.
  const takeBack = db.prepare(`
    UPDATE messages SET off = 1 WHERE session = ? AND queued = 0 AND max(first, ifnull(turn, 0)) > ?`);

  function changeText(row: { id: number; indexed: number }, text: string): void {
    if (row.indexed === 1) unindex.run(row.id);
    rewrite.run(wellFormed(text), row.id);
  }

  function end(projecting: Projecting, id: number, messageId: string, seq: number, interrupted: boolean): void {
    complete.run(seq, wellFormed(projecting.textUpTo(seq, messageId)), interrupted ? 1 : 0, id);
  }

  function addUser(event: EventOf<'message.accepted' | 'run.started'>, session: string, said: UserWords): void {
    const files = said.files ? JSON.stringify(said.files) : null;
    const { seq, at, ref, runId } = event;
    const turn = said.queued ? null : seq;
    const by = ['user', said.by ?? null, wellFormed(said.text), files, ref ?? null];
    insert.run(session, seq, seq, turn, runId ?? null, null, ...by, at, said.queued ? 1 : 0);
  }

  return {
    'message.accepted': (event, { session }) => {
      addUser(event, session, { ...event, queued: true });
    },
    'run.started': (event, { session }) => {
      const { seq, input, ref, runId } = event;
      const words = input === undefined ? undefined : wellFormed(input);
      const waiting = queued.all(session);
      const named = ref === undefined ? undefined : waiting.find((row) => row.ref === wellFormed(ref));
      const message = named ?? waiting.find((row) => row.text === words) ?? waiting[0];
      if (!message) {
        if (words !== undefined) addUser(event, session, { text: words, queued: false });
        return;
      }
      dequeue.run(runId ?? null, seq, message.id);
      if (words !== undefined && words !== message.text) changeText(message, words);
    },
    'input.resolved': ({ seq, at, ref, runId, text = '', by }, { session }) => {
      const waiting = ref === undefined ? undefined : queued.all(session).find((row) => row.ref === wellFormed(ref));
      if (waiting) dequeue.run(runId ?? null, null, waiting.id);
      else if (text !== '') {
        const said = ['user', by ?? null, wellFormed(text), null, ref ?? null];
        insert.run(session, seq, seq, null, runId ?? null, null, ...said, at, 0);
      }
    },
    'message.started': (event, { session }) => {
      const { seq, at, runId, messageId, role, name, agent } = event;
      const who = name ?? agent ?? null;
      insert.run(session, seq, null, null, runId ?? null, wellFormed(messageId), role, who, '', null, null, at, 0);
    },
    'text.replaced': ({ seq, at, runId, messageId, text, agent }, { session }) => {
      const row = latest.get(session, wellFormed(messageId));
      // What is still being said is read when it is complete.
      if (row?.last === null) return;
      if (row) changeText(row, text);
      else {
        const by = ['assistant', agent ?? null, wellFormed(text), null, null];
        insert.run(session, seq, seq, null, runId ?? null, wellFormed(messageId), ...by, at, 0);
      }
    },
    'message.completed': ({ messageId, seq, interrupted }, projecting) => {
      const row = latest.get(projecting.session, wellFormed(messageId));
      if (row?.last === null) end(projecting, row.id, messageId, seq, interrupted === true);
    },
    'run.finished': ({ seq }, projecting) => {
      for (const { id, message } of open.all(projecting.session)) end(projecting, id, message, seq, true);
    },
    'history.rewound': ({ toSeq }, { session }) => {
      takeBack.run(session, toSeq);
    },
  };
}

interface AssistantRow {
  readonly id: number;
  readonly message: string;
  readonly first: number;
  /** Null while it is being said. */
  readonly last: number | null;
  readonly indexed: number;
}

interface UserWords {
  readonly text: string;
  readonly files?: EventOf<'message.accepted'>['files'];
  readonly by?: string | undefined;
  readonly queued: boolean;
}
