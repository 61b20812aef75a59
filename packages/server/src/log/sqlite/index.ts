import type { RunEvent } from '@polywire/protocol';
import type { Database } from 'better-sqlite3';
import type { Appended, Batch, EventLog } from '../contract.ts';
import { LogError } from '../errors.ts';
import { joinStretches, Stretch } from '../stretch.ts';
import { Watchers } from '../watchers.ts';
import { GroupCommit } from './group-commit.ts';
import { Journal, type JournalRow } from './journal.ts';
import { Segments } from './segments.ts';
import { Tail } from './tail.ts';

export interface SqliteLogOptions {
  /** Runs inside the transaction of each commit, with every batch of it: what is derived from events never lags. */
  readonly project?: (owner: string, session: string, events: readonly RunEvent[]) => void;
  /** Called after each commit, for metrics. */
  readonly onCommit?: (commit: { readonly events: number; readonly ms: number }) => void;
  /** Called when housekeeping failed; it is tried again after the next commit. */
  readonly onProblem?: (cause: unknown) => void;
}

interface Staged {
  readonly batch: Batch;
  readonly settle: (outcome: Appended) => void;
}

/** SQLite works at once, so what others may have to wait for can also be had without waiting, inside a transaction. */
export interface SqliteEventLog extends EventLog {
  readNow(session: string, after: number, limit: number): Stretch;
  removeNow(session: string): void;
}

export function sqliteLog(db: Database, options: SqliteLogOptions = {}): SqliteEventLog {
  return new SqliteLog(db, options);
}

class SqliteLog implements SqliteEventLog {
  readonly #options: SqliteLogOptions;
  readonly #journal: Journal;
  readonly #segments: Segments;
  readonly #tails = new Map<string, Tail>();
  readonly #watchers = new Watchers();
  readonly #group = new GroupCommit(() => this.#commit());
  readonly #transact: (work: () => void) => void;
  #staged: Staged[] = [];
  #closed = false;

  constructor(db: Database, options: SqliteLogOptions) {
    this.#options = options;
    this.#journal = new Journal(db);
    this.#segments = new Segments(db);
    this.#transact = db.transaction((work: () => void) => work()).immediate;
    this.#journal.recover((session) => this.#tail(session));
  }

  append(batch: Batch): Promise<Appended> {
    if (this.#closed) return Promise.reject(new LogError('CLOSED', 'The log is closed.'));
    const tail = this.#tail(batch.session);
    if (batch.expected !== tail.staged || batch.epoch < tail.epoch || tail.damagedAt !== undefined) {
      return Promise.resolve({ ok: false, why: 'conflict', head: tail.head });
    }
    tail.epoch = batch.epoch;
    tail.staged += batch.events.length;
    this.#group.schedule();
    return new Promise((settle) => this.#staged.push({ batch, settle }));
  }

  async read(session: string, after: number, limit: number): Promise<Stretch> {
    return this.readNow(session, after, limit);
  }

  readNow(session: string, after: number, limit: number): Stretch {
    const tail = this.#tail(session);
    if (tail.damagedAt !== undefined && after + limit >= tail.damagedAt) {
      throw new LogError('DAMAGED', `The stored events from ${tail.damagedAt} on of session ${session} are damaged.`);
    }
    const last = Math.min(after + limit, tail.head);
    const cold = after < tail.segmented ? this.#segments.read(session, after, limit) : [];
    const parts = [...cold, ...tail.read(Math.max(after, tail.segmented) + 1, last)];
    return joinStretches(after + 1, parts);
  }

  async head(session: string): Promise<number> {
    return this.#tail(session).head;
  }

  watch(session: string, watcher: (stretch: Stretch) => void): () => void {
    return this.#watchers.add(session, watcher);
  }

  async remove(session: string): Promise<void> {
    this.removeNow(session);
  }

  /** The journal's rows are shared by sessions: they are emptied into segments first, so that nothing of it remains. */
  removeNow(session: string): void {
    this.#commit();
    this.#drain(Number.POSITIVE_INFINITY, () => this.#segments.remove(session));
    this.#tails.delete(session);
  }

  async close(): Promise<void> {
    this.#commit();
    this.#closed = true;
  }

  #tail(session: string): Tail {
    const known = this.#tails.get(session);
    if (known) return known;
    const tail = new Tail(this.#segments.head(session));
    this.#tails.set(session, tail);
    return tail;
  }

  #commit(): number {
    const staged = this.#staged;
    if (staged.length === 0) return 0;
    this.#staged = [];
    const started = performance.now();
    const parts = bySession(staged);
    let row: JournalRow | undefined;
    try {
      this.#transact(() => {
        row = this.#journal.write(parts);
        for (const { owner, session, stretch } of parts) this.#options.project?.(owner, session, stretch.events);
      });
    } catch (cause) {
      this.#refuse(staged, cause);
      return staged.length;
    }
    if (row) this.#journal.remember(row);
    for (const { session, stretch } of parts) this.#tail(session).add(stretch);
    for (const { session, stretch } of parts) this.#watchers.tell(session, stretch);
    for (const { stretch } of parts) stretch.settle();
    for (const { batch, settle } of staged) settle({ ok: true, head: this.#tail(batch.session).head });
    const events = parts.reduce((sum, part) => sum + part.stretch.length, 0);
    this.#options.onCommit?.({ events, ms: performance.now() - started });
    if (this.#journal.isFull) this.#tidy();
    return staged.length;
  }

  /** A disk that is full now can be drained later, so a failure here is not the appender's. */
  #tidy(): void {
    try {
      this.#drain(DRAIN_CHARS);
    } catch (cause) {
      this.#options.onProblem?.(cause);
    }
    if (this.#tails.size < MAX_TAILS) return;
    for (const [session, tail] of this.#tails) {
      if (tail.isIdle && !this.#watchers.has(session)) this.#tails.delete(session);
    }
  }

  /** Whatever was staged meanwhile counted on these batches, so it falls with them: its `expected` no longer fits. */
  #refuse(staged: readonly Staged[], cause: unknown): void {
    for (const { batch, settle } of staged) {
      const tail = this.#tail(batch.session);
      tail.staged = tail.head;
      settle({ ok: false, why: 'storage', head: tail.head, cause });
    }
  }

  /** Moves the oldest part of the journal into segments, a little at a time: a long move would hold up every stream. */
  #drain(budget: number, also: () => void = () => undefined): void {
    const moved = new Map<Tail, number>();
    const segmentedTo = (session: string): number => {
      const tail = this.#tail(session);
      return moved.get(tail) ?? tail.segmented;
    };
    let left = budget;
    let covered = 0;
    this.#transact(() => {
      for (const head of this.#journal.heads()) {
        if (left <= 0) break;
        const tail = this.#tail(head.session);
        // What it said since its old rows were moved can wait: a row is in nobody's way before it is old.
        if (moved.has(tail) || head.first + head.count - 1 <= tail.segmented) continue;
        left -= this.#segments.add(head.session, [...tail.read(tail.segmented + 1, tail.head)]);
        moved.set(tail, tail.head);
      }
      covered = this.#journal.deleteCovered(segmentedTo);
      also();
    });
    this.#journal.forget(covered);
    for (const [tail, seq] of moved) tail.release(seq);
  }
}

/** Sessions whose place is kept in memory; the place of an idle one is read again when it is needed. */
const MAX_TAILS = 10_000;
/** About two milliseconds of work. */
const DRAIN_CHARS = 256 * 1024;

interface Part {
  readonly session: string;
  readonly owner: string;
  readonly epoch: number;
  readonly stretch: Stretch;
}

/** The batches of one commit, those of one session joined. */
function bySession(staged: readonly Staged[]): Part[] {
  const batches = new Map<string, { first: Batch; all?: RunEvent[] }>();
  for (const { batch } of staged) {
    const known = batches.get(batch.session);
    if (!known) {
      batches.set(batch.session, { first: batch });
      continue;
    }
    known.all ??= [...known.first.events];
    for (const event of batch.events) known.all.push(event);
  }
  const parts: Part[] = [];
  for (const { first, all } of batches.values()) {
    const { session, owner, epoch, events } = first;
    parts.push({ session, owner, epoch, stretch: Stretch.ofEvents(all ?? events) });
  }
  return parts;
}
