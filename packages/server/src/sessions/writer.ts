import { type Draft, isDelta, type RunEvent, stampDraft } from '@polywire/protocol';
import type { Appended, Batch, EventLog, Pen, Source } from '../log/contract.ts';
import type { Words } from './run-host.ts';

export interface WriterOptions {
  readonly session: string;
  readonly owner: string;
  /** Which ownership of the session writes: grows with every process that takes it over. */
  readonly epoch: number;
  readonly log: EventLog;
  /** Seq of the last event in the log. */
  readonly head: number;
  /** Its time. */
  readonly at: number;
  readonly now: () => number;
  /** The log refused: what is in memory is no longer true. Called once. */
  refused(outcome: Appended): void;
}

/** Gives a session's events their place and time, and has them ready for the log's next commit. */
export class Writer implements Source, Words {
  readonly session: string;
  readonly owner: string;
  readonly epoch: number;
  readonly #options: WriterOptions;
  readonly #clock: () => number;
  readonly #pen: Pen;
  #head: number;
  #lastAt: number;
  #pending: RunEvent[] = NOTHING;
  #waiting: Told = NOBODY;
  /** Those who wait for what was taken last. */
  #taken: Told = NOBODY;
  /** Nothing but words has gathered, and nobody asked for them to be durable. */
  #mayWait = false;
  /** Something was taken, and what became of it is not known. */
  #isUnderWay = false;
  /** Seq of the last event that is known to be durable. */
  #durable: number;
  #refusal: Appended | undefined;

  constructor(options: WriterOptions) {
    this.session = options.session;
    this.owner = options.owner;
    this.epoch = options.epoch;
    this.#options = options;
    this.#clock = options.now;
    this.#head = options.head;
    this.#lastAt = options.at;
    this.#durable = options.head;
    this.#pen = options.log.pen(this);
  }

  /** Seq of the last event, whether it is durable yet or not. */
  get head(): number {
    return this.#head;
  }

  get isIdle(): boolean {
    return this.#pending.length === 0 && !this.#isUnderWay;
  }

  /** What became of what was written last; a refusal stays. */
  get last(): Appended {
    return this.#refusal ?? { ok: true, head: this.#durable };
  }

  get isRefused(): boolean {
    return this.#refusal !== undefined;
  }

  /** A session's time does not go back, even where the clock does. */
  now(): number {
    this.#lastAt = Math.max(this.#lastAt, this.#clock());
    return this.#lastAt;
  }

  append(draft: Draft): RunEvent {
    const event = stampDraft(draft, this.#head + 1, this.now());
    this.#add(event, isDelta(event));
    return event;
  }

  /** A piece of text with nothing else to it, without the copies that other events can afford. */
  say(runId: string, messageId: string, delta: string): void {
    this.#add({ type: 'text.delta', runId, messageId, delta, seq: this.#head + 1, at: this.now() }, true);
  }

  /** Resolves when everything appended so far is durable, or is known not to be. */
  flush(): Promise<Appended> {
    if (this.isIdle) return Promise.resolve(this.last);
    this.#press();
    return new Promise((resolve) => {
      if (this.#pending.length > 0) this.#waiting = [...this.#waiting, resolve];
      else this.#taken = [...this.#taken, resolve];
    });
  }

  take(wordsOnly: boolean): Batch {
    const events = this.#pending;
    const expected = this.#head - events.length;
    const words = wordsOnly ? leadingWords(events) : events.length;
    if (words < events.length) {
      this.#pending = events.slice(words);
      this.#taken = NOBODY;
      this.#isUnderWay = words > 0;
      this.#pen.append(false);
      return { expected, events: events.slice(0, words) };
    }
    this.#pending = NOTHING;
    this.#taken = this.#waiting;
    this.#waiting = NOBODY;
    this.#isUnderWay = true;
    return { expected, events };
  }

  settled(outcome: Appended): void {
    this.#isUnderWay = false;
    if (outcome.ok) this.#durable = outcome.head;
    else if (!this.#refusal) {
      this.#refusal = outcome;
      this.#options.refused(outcome);
    }
    for (const resolve of this.#taken) resolve(this.last);
  }

  #add(event: RunEvent, isWords: boolean): void {
    this.#head += 1;
    if (this.#pending.length === 0) {
      // Most commits have one event of a session, and a list that begins with it has no more room than it needs.
      this.#pending = [event];
      this.#mayWait = isWords;
      this.#pen.append(isWords);
      return;
    }
    this.#pending.push(event);
    if (!isWords) this.#press();
    if (this.#pending.length % TELL_EVERY === 0) this.#options.log.gathered(TELL_EVERY);
  }

  /** Somebody waits for it. */
  #press(): void {
    if (!this.#mayWait) return;
    this.#mayWait = false;
    this.#pen.press();
  }
}

type Told = readonly ((outcome: Appended) => void)[];

/** Where nobody waits, which is almost always, no list is made. */
const NOBODY: Told = [];
/** It is never added to. */
const NOTHING: RunEvent[] = [];

function leadingWords(events: readonly RunEvent[]): number {
  const end = events.findIndex((event) => !isDelta(event));
  return end === -1 ? events.length : end;
}

/** The log need not hear of each event. */
const TELL_EVERY = 16;
