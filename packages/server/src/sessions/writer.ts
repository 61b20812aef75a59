import { type Draft, type RunEvent, stampDraft } from '@polywire/protocol';
import type { Appended, EventLog } from '../log/contract.ts';

export interface WriterOptions {
  readonly session: string;
  readonly owner: string;
  /** Which ownership of the session writes: grows with every process that takes it over. */
  readonly epoch: number;
  readonly log: EventLog;
  /** Seq of the last event in the log. */
  readonly head: number;
  now(): number;
  /** The log refused: what is in memory is no longer true. Called once. */
  refused(outcome: Appended): void;
}

/** Gives a session's events their place and time, and hands those of one turn of the event loop to the log together. */
export class Writer {
  readonly #options: WriterOptions;
  #head: number;
  #lastAt = 0;
  #pending: RunEvent[] = [];
  #written: Promise<Appended>;
  #isRefused = false;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#head = options.head;
    this.#written = Promise.resolve({ ok: true, head: options.head });
  }

  /** Seq of the last event, whether it is durable yet or not. */
  get head(): number {
    return this.#head;
  }

  get isIdle(): boolean {
    return this.#pending.length === 0;
  }

  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** A session's time does not go back, even where the clock does. */
  now(): number {
    this.#lastAt = Math.max(this.#lastAt, this.#options.now());
    return this.#lastAt;
  }

  append(draft: Draft): RunEvent {
    this.#head += 1;
    const event = stampDraft(draft, this.#head, this.now());
    this.#add(event);
    return event;
  }

  /** A piece of text with nothing else to it, without the copies that other events can afford. */
  say(runId: string, messageId: string, delta: string): void {
    this.#head += 1;
    this.#add({ type: 'text.delta', runId, messageId, delta, seq: this.#head, at: this.now() });
  }

  /** Resolves when everything appended so far is durable, or is known not to be. */
  flush(): Promise<Appended> {
    if (this.#pending.length === 0) return this.#written;
    const events = this.#pending;
    this.#pending = [];
    const { session, owner, epoch, log } = this.#options;
    const expected = (events[0] as RunEvent).seq - 1;
    this.#written = log.append({ session, owner, epoch, expected, events }).then((outcome) => {
      if (!outcome.ok && !this.#isRefused) {
        this.#isRefused = true;
        this.#options.refused(outcome);
      }
      return outcome;
    });
    return this.#written;
  }

  #add(event: RunEvent): void {
    if (this.#pending.length === 0) void SOON.then(this.#flushSoon);
    this.#pending.push(event);
  }

  readonly #flushSoon = (): void => void this.flush();
}

/** For work at the end of the turn: `queueMicrotask` costs several times as much. */
const SOON = Promise.resolve();
