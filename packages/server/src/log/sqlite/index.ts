import type { RunEvent } from '@polywire/protocol';
import type { Database } from 'better-sqlite3';
import type { EventLog, Listener, Pen, Source, Watching } from '../contract.ts';
import { LogError } from '../errors.ts';
import type { KeptText } from '../lines.ts';
import { Stretch } from '../stretch.ts';
import { BlockBuilder } from './block.ts';
import { isBusy, isDamage, isFull } from './causes.ts';
import { Drain } from './drain.ts';
import { GroupCommit } from './group-commit.ts';
import { hotParts } from './hot-parts.ts';
import { Journal, type JournalRow } from './journal.ts';
import { Keys } from './keys.ts';
import { Lingering } from './lingering.ts';
import { type Desk, SqlitePen } from './pen.ts';
import { ReadingTime } from './reading-time.ts';
import { recover } from './recover.ts';
import { Segments } from './segments.ts';
import { Tails } from './tails.ts';

export interface SqliteLogOptions {
  /** Runs inside the transaction of each commit, with every batch of it: what is derived from events never lags. */
  readonly project?: (owner: string, session: string, events: readonly RunEvent[]) => void;
  /** Called after each commit, for metrics. */
  readonly onCommit?: (commit: { readonly events: number; readonly ms: number }) => void;
  /** Called when housekeeping failed, which is tried again after the next commit, or one who was told something threw. */
  readonly onProblem?: (cause: unknown) => void;
}

/** SQLite works at once, so what others may have to wait for can also be had without waiting, inside a transaction. */
export interface SqliteEventLog extends EventLog {
  /** The newest ownership that had written when the log was opened; 0 when nothing tells. */
  readonly lastEpoch: number;
  readNow(session: string, after: number, limit: number, enoughChars?: number): Stretch;
  headNow(session: string): number;
  /** `also` is done in the same transaction. Not inside another: what is in memory could not be taken back with that. */
  removeNow(session: string, also?: () => void): void;
}

export function sqliteLog(db: Database, options: SqliteLogOptions = {}): SqliteEventLog {
  return new SqliteLog(db, options);
}

class SqliteLog implements SqliteEventLog, Desk {
  readonly lastEpoch: number;
  readonly #db: Database;
  readonly #options: SqliteLogOptions;
  readonly #keys: Keys;
  readonly #journal: Journal;
  readonly #segments: Segments;
  readonly #tails: Tails;
  readonly #group = new GroupCommit(() => this.#commit());
  readonly #lingering = new Lingering((pen) => this.put(pen, false));
  readonly #readingTime = new ReadingTime();
  readonly #transact: (work: () => void) => void;
  readonly #drain: Drain;
  readonly #block = new BlockBuilder();
  #pens: SqlitePen[] = [];
  /** Events that wait for the next commit, about. */
  #gathered = 0;
  /** What could not be written because another program holds the database: it is tried again before anything else. */
  #held: readonly SqlitePen[] | undefined;
  /** Since when another program has kept somebody waiting; what comes meanwhile does not wait anew. */
  #heldSince: number | undefined;
  #closed = false;

  constructor(db: Database, options: SqliteLogOptions) {
    this.#db = db;
    this.#options = options;
    this.#keys = new Keys(db);
    this.#journal = new Journal(db);
    this.#segments = new Segments(db);
    this.#tails = new Tails((session) => this.#segments.head(session));
    this.#transact = db.transaction((work: () => void) => work()).immediate;
    this.#drain = new Drain({
      db,
      journal: this.#journal,
      segments: this.#segments,
      tails: this.#tails,
      transact: this.#transact,
      onProblem: options.onProblem,
    });
    this.lastEpoch = recover(this.#journal, this.#keys, this.#tails);
  }

  pen(source: Source): Pen {
    return new SqlitePen(source, this, this.#tails);
  }

  put(pen: SqlitePen, mayWait: boolean): void {
    if (this.#closed) throw closed();
    const due = mayWait && this.#gathered < MUCH ? pen.due : 0;
    if (due > 0 && due > performance.now()) return this.#lingering.add(pen, due);
    this.#pens.push(pen);
    this.#group.schedule();
  }

  press(pen: SqlitePen): void {
    this.#lingering.press(pen);
  }

  problem(cause: unknown): void {
    this.#options.onProblem?.(cause);
  }

  gathered(events: number): void {
    this.#gathered += events;
    if (this.#gathered < MUCH || this.#held) return;
    this.#lingering.pressAll();
    this.#group.hurry();
  }

  async read(session: string, after: number, limit: number, enoughChars?: number): Promise<Stretch> {
    await this.#readingTime.turn();
    if (this.#closed) throw closed();
    return this.readNow(session, after, limit, enoughChars);
  }

  readNow(session: string, after: number, limit: number, enoughChars = Number.POSITIVE_INFINITY): Stretch {
    const tail = this.#tails.of(session);
    if (tail.damagedAt !== undefined && after + limit >= tail.damagedAt) {
      throw new LogError('DAMAGED', `The stored events from ${tail.damagedAt} on of session ${session} are damaged.`);
    }
    const last = Math.min(after + limit, tail.head);
    const kept = after < tail.segmented ? this.#segments.read(session, after, last, enoughChars) : [];
    const reached = kept.at(-1)?.last ?? after;
    const chars = charsOf(kept);
    const isEnough = chars >= enoughChars;
    if (reached < Math.min(last, tail.segmented) && !isEnough) {
      throw new LogError('DAMAGED', `Stored events after ${reached} of session ${session} are missing.`);
    }
    const hot = Math.max(after, tail.segmented) + 1;
    if (hot <= last && !isEnough) kept.push(...hotParts(this.#journal, tail, hot, last, enoughChars - chars));
    const end = Math.min(last, kept.at(-1)?.last ?? last);
    return Stretch.ofKept(after + 1, Math.max(0, end - after), kept);
  }

  async head(session: string): Promise<number> {
    if (this.#closed) throw closed();
    return this.headNow(session);
  }

  headNow(session: string): number {
    return this.#tails.of(session).head;
  }

  watch(session: string, listener: Listener): Watching {
    return this.#tails.of(session).audience.add(listener);
  }

  async remove(session: string): Promise<void> {
    this.removeNow(session);
  }

  /** The journal's rows are shared by sessions: they are emptied into segments first, so that nothing of it remains. */
  removeNow(session: string, also: () => void = () => undefined): void {
    this.#drain.all(() => {
      this.#segments.remove(session);
      const key = this.#keys.remove(session);
      if (key !== undefined) this.#journal.blankEvidence(key);
      also();
    });
    this.#tails.forget(session);
  }

  async close(): Promise<void> {
    // First what was held, then what came meanwhile.
    if (this.#held) this.#commit(false);
    while (this.#pens.length > 0 || !this.#lingering.isEmpty) {
      this.#lingering.pressAll();
      this.#commit(false);
    }
    this.#closed = true;
  }

  #commit(mayHold = true): number {
    const held = this.#held;
    if (this.#pens.length === 0 && !held) return 0;
    const started = performance.now();
    const pens = held ?? this.#take();
    if (pens.length === 0) {
      // Nothing was tried, so whether it is still held is not known.
      this.#heldSince = undefined;
      return 0;
    }
    this.#held = undefined;
    try {
      this.#write(pens);
    } catch (cause) {
      this.#takeBack(pens);
      if (isFull(cause)) this.#makeRoom();
      if (mayHold && isBusy(cause)) return this.#hold(pens, started, cause);
      this.#heldSince = undefined;
      if (pens.length > 1 && isOnesOwn(cause)) for (const pen of pens) this.#writeAlone(pen);
      else this.#refuse(pens, cause);
      return pens.length;
    }
    this.#heldSince = undefined;
    this.#tell(pens, started);
    return pens.length;
  }

  /** Somebody's event cannot be written at all: the others are not to suffer for it. */
  #writeAlone(pen: SqlitePen): void {
    const started = performance.now();
    try {
      this.#write([pen]);
    } catch (cause) {
      this.#takeBack([pen]);
      return this.#refuse([pen], cause);
    }
    this.#tell([pen], started);
  }

  /** They are durable. */
  #tell(pens: readonly SqlitePen[], started: number): void {
    if (this.#pens.length > 0) this.#group.schedule();
    let events = 0;
    for (const pen of pens) {
      events += pen.events.length;
      pen.tail.toldAt = started;
      pen.tell();
    }
    this.#options.onCommit?.({ events, ms: performance.now() - started });
    this.#drain.tidy(started);
  }

  /**
   * Asks for the events. Words cost little and somebody waits for each; the rest is written into tables, and where many
   * have that at once, some of them have to wait.
   */
  #take(): SqlitePen[] {
    const asked = this.#pens;
    this.#pens = [];
    this.#gathered = 0;
    const pens: SqlitePen[] = [];
    let others = 0;
    for (const pen of asked) {
      if (!pen.take(others >= MANY)) continue;
      pens.push(pen);
      others += pen.others;
    }
    return pens;
  }

  #write(pens: readonly SqlitePen[]): void {
    const rows = new Map<number, JournalRow>();
    this.#transact(() => {
      for (const { source, tail, events } of pens) {
        if (tail.key === 0) this.#tails.name(tail, this.#keys.of(source.session));
        this.#options.project?.(source.owner, source.session, events);
      }
      for (const epoch of new Set(pens.map(({ source }) => source.epoch))) {
        rows.set(epoch, this.#writeRow(pens, epoch));
      }
    });
    for (const [epoch, row] of rows) {
      this.#journal.remember(row);
      for (const { source, tail, last, place, places } of pens) {
        if (source.epoch === epoch) tail.grow(row.id, place, places, last);
      }
    }
  }

  /** What one ownership adds; there is seldom another. */
  #writeRow(pens: readonly SqlitePen[], epoch: number): JournalRow {
    const block = this.#block;
    block.begin();
    for (const pen of pens) {
      const { source, tail, first, events } = pen;
      if (source.epoch !== epoch) continue;
      pen.place = block.length;
      const words = new Array<string | undefined>(events.length);
      pen.words = words;
      for (let from = 0, to = 0; to < events.length; from = to) {
        const isAnew = tail.lines.begin();
        do {
          words[to] = tail.lines.write(events[to] as RunEvent, block);
          to += 1;
        } while (to < events.length && !tail.lines.isEnough);
        block.endPart(tail.key, first + from, isAnew);
      }
      pen.places = block.length - pen.place;
    }
    return this.#journal.write(block, epoch);
  }

  /** Nothing of it was written. */
  #takeBack(pens: readonly SqlitePen[]): void {
    this.#journal.takeBack();
    for (const { tail } of pens) {
      tail.lines.startAnew();
      if (tail.head === 0) this.#tails.unname(tail);
    }
  }

  /** What waits to be moved to the database takes room twice; the next try may find what that frees. */
  #makeRoom(): void {
    try {
      this.#db.pragma('wal_checkpoint(TRUNCATE)');
    } catch (cause) {
      this.problem(cause);
    }
  }

  /** The wait is not spent in here: whoever only reads is not to wait with those who write. */
  #hold(pens: readonly SqlitePen[], started: number, cause: unknown): number {
    this.#heldSince ??= started;
    if (performance.now() - this.#heldSince > MAX_HOLD_MS) {
      // Whether it is still held when somebody comes later is not known.
      if (this.#pens.length === 0) this.#heldSince = undefined;
      this.#refuse(pens, cause);
    } else {
      this.#held = pens;
      this.#group.later(HELD_RETRY_MS);
    }
    return pens.length;
  }

  /** Whatever gathered meanwhile counted on these events, so it falls with them: its `expected` will not fit. */
  #refuse(pens: readonly SqlitePen[], cause: unknown): void {
    for (const pen of pens) {
      const { tail } = pen;
      tail.unstage();
      pen.settle({ ok: false, why: 'storage', head: tail.head, cause });
    }
    if (this.#pens.length > 0) this.#group.schedule();
  }
}

function charsOf(kept: readonly KeptText[]): number {
  let chars = 0;
  for (const { text } of kept) chars += text.length;
  return chars;
}

/** What JSON cannot say, a bigint, a circle, something too deep, or what has to be read first and is damaged. */
function isOnesOwn(cause: unknown): boolean {
  return cause instanceof TypeError || cause instanceof RangeError || isDamage(cause);
}

function closed(): LogError {
  return new LogError('CLOSED', 'The log is closed.');
}

/** Events of a commit that still die young: more of them would outlive a collection of garbage, and be copied by it. */
const MUCH = 6_000;

/** Events other than words in one commit, a few milliseconds of work; what is read for them counts, too. */
const MANY = 64;

/** Backups and tools hold the database for a moment; beyond this, people are told. */
const MAX_HOLD_MS = 5_000;
/** Long beside a commit, short beside a reader's patience. */
const HELD_RETRY_MS = 50;
