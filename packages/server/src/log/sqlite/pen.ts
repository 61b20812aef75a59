import { isDelta, type RunEvent } from '@polywire/protocol';
import type { Appended, Pen, Source } from '../contract.ts';
import { Stretch } from '../stretch.ts';
import type { Tail } from './tail.ts';
import type { Tails } from './tails.ts';

/** Where pens are put down that have something to write. */
export interface Desk {
  put(pen: SqlitePen, mayWait: boolean): void;
  press(pen: SqlitePen): void;
  /** Somebody who was told something threw. */
  problem(cause: unknown): void;
}

/** What one source writes with, and what it adds with the commit that is under way. */
export class SqlitePen implements Pen {
  readonly source: Source;
  readonly #desk: Desk;
  readonly #tails: Tails;
  /** Of its session, as it was when something was last taken. */
  tail: Tail;
  /** Seq of the first event, and of the last. */
  first = 0;
  last = 0;
  /** How many of the events are no words: those are also written into tables. What is read for that counts, too. */
  others = 0;
  events: readonly RunEvent[] = NONE;
  /** What deltas say, as JSON, where it had to be made. */
  words: readonly (string | undefined)[] = NO_WORDS;
  /** Which part of its row is its first, and how many are. */
  place = 0;
  places = 0;

  constructor(source: Source, desk: Desk, tails: Tails) {
    this.source = source;
    this.#desk = desk;
    this.#tails = tails;
    this.tail = tails.of(source.session);
  }

  append(mayWait: boolean): void {
    this.#desk.put(this, mayWait);
  }

  press(): void {
    this.#desk.press(this);
  }

  /** When its words have waited long enough; 0 where they may not wait. The first after a silence do not. */
  get due(): number {
    this.#look();
    const { audience, toldAt } = this.tail;
    return audience.patienceMs === 0 ? 0 : toldAt + audience.patienceMs;
  }

  /** Asks its source for what has gathered; false where nothing is to be written. */
  take(wordsOnly: boolean): boolean {
    const { source } = this;
    this.#look();
    const { tail } = this;
    const { expected, events } = source.take(wordsOnly);
    if (wordsOnly && events.length === 0) return false;
    // Whoever is not at the end of his session's log is sent away.
    if (expected !== tail.staged || source.epoch < tail.epoch || tail.damagedAt !== undefined) {
      this.settle({ ok: false, why: 'conflict', head: tail.head });
      return false;
    }
    this.first = expected + 1;
    this.last = expected + events.length;
    this.events = events;
    this.others = othersIn(events);
    if (this.others > 0) this.others += this.#reading();
    tail.epoch = source.epoch;
    tail.staged = this.last;
    return true;
  }

  /** It is durable: whoever watches is told, and then whoever wrote it. */
  tell(): void {
    const { tail, first, events, words } = this;
    // Nothing else holds them from here on. Until the last is told, all of them would outlive a collection of garbage.
    this.events = NONE;
    this.words = NO_WORDS;
    if (!tail.audience.isEmpty) tail.audience.tell(Stretch.ofEvents(first, events, words), this.#problem);
    this.settle({ ok: true, head: tail.head });
  }

  /** One who throws is no reason to leave the others of a commit untold. */
  settle(outcome: Appended): void {
    try {
      this.source.settled(outcome);
    } catch (cause) {
      this.#problem(cause);
    }
  }

  readonly #problem = (cause: unknown): void => this.#desk.problem(cause);

  /** What has to be read of what was said, in events other than words. */
  #reading(): number {
    if (!this.events.some(isEnd)) return 0;
    const events = this.last - this.tail.endedAt;
    this.tail.endedAt = this.last;
    return Math.floor(events / READ_AS_ONE);
  }

  #look(): void {
    if (this.tail.isForgotten) this.tail = this.#tails.of(this.source.session);
  }
}

function isEnd({ type }: RunEvent): boolean {
  return type === 'message.completed' || type === 'run.finished';
}

function othersIn(events: readonly RunEvent[]): number {
  let others = 0;
  for (const event of events) if (!isDelta(event)) others += 1;
  return others;
}

/**
 * Longer than to write one into tables takes: what is said after an end waits behind it, so many that end together are
 * to be through soon.
 */
const READ_AS_ONE = 1_024;

const NONE: readonly RunEvent[] = [];
const NO_WORDS: readonly string[] = [];
