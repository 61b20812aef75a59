import type { Database } from 'better-sqlite3';

/** The numbers that journal rows name sessions by: a tenth of the room that their ids take. */
export class Keys {
  readonly #find;
  readonly #insert;
  readonly #session;
  readonly #delete;
  /** The largest that is written anywhere, whether its session is still there or not. */
  #largest = 0;

  constructor(db: Database) {
    this.#find = db.prepare<[string], number>('SELECT key FROM log_keys WHERE session = ?').pluck();
    this.#insert = db.prepare(
      'INSERT INTO log_keys (key, session) SELECT max(?, ifnull(max(key), 0)) + 1, ? FROM log_keys',
    );
    this.#session = db.prepare<[number], string>('SELECT session FROM log_keys WHERE key = ?').pluck();
    this.#delete = db.prepare('DELETE FROM log_keys WHERE session = ?');
  }

  /** Given at the first time of asking, inside a transaction. */
  of(session: string): number {
    return this.#find.get(session) ?? Number(this.#insert.run(this.#largest, session).lastInsertRowid);
  }

  /** A row of the journal names it, and may stay as evidence: what it says must never be another session's. */
  isWritten(key: number): void {
    this.#largest = Math.max(this.#largest, key);
  }

  sessionOf(key: number): string | undefined {
    return this.#session.get(key);
  }

  /** Returns the number that it had. A row that has it may stay as evidence, or become such before the next start. */
  remove(session: string): number | undefined {
    const key = this.#find.get(session);
    if (key === undefined) return undefined;
    this.isWritten(key);
    this.#delete.run(session);
    return key;
  }
}
