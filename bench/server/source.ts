import { DUE_DIGITS, DUE_MARK, micros } from './clock.ts';
import type { Carry, Workload } from './contract.ts';

interface Stream {
  readonly send: (text: string) => void;
  readonly done: () => void;
  sent: number;
}

/**
 * Where the chunks come from, the same for every side. It starts when all runs are there, so that what a side does to
 * begin a run is not counted, and tells when the first chunks are through.
 */
export class Source {
  readonly #workload: Workload;
  readonly #onWarm: () => void;
  readonly #streams: Stream[] = [];
  #startedAt = 0;
  #sent = 0;
  #thousands = Number.NaN;
  #head = '';

  constructor(workload: Workload, onWarm: () => void) {
    this.#workload = workload;
    this.#onWarm = onWarm;
  }

  readonly carry: Carry = (send) =>
    new Promise<void>((done) => {
      this.#streams.push({ send, done, sent: 0 });
      if (this.#streams.length === this.#workload.runs) setTimeout(() => this.#start(), SETTLE_MS);
    });

  #start(): void {
    const { pace, rush = 0, chunks } = this.#workload;
    this.#startedAt = micros();
    if (pace.kind === 'burst') this.#burst(pace.perTurn, chunks);
    else this.#burst(RUSH_PER_TURN, rush, () => this.#pace(pace.everyMs));
  }

  #burst(perTurn: number, until: number, then?: () => void): void {
    const now = this.#elapsedMs();
    for (const stream of this.#streams) {
      for (let n = 0; n < perTurn && stream.sent < until; n += 1) this.#send(stream, now);
    }
    if (this.#streams.some(({ sent }) => sent < until)) setImmediate(() => this.#burst(perTurn, until, then));
    else then?.();
  }

  #pace(everyMs: number): void {
    const { runs, chunks, rush = 0 } = this.#workload;
    // What was rushed has been carried by then.
    const delay = rush > 0 ? SETTLE_MS : 0;
    setTimeout(() => {
      this.#startedAt = micros();
      this.#paced(everyMs / runs, 0, runs * (chunks - rush));
    }, delay);
  }

  /** The runs are spread evenly, so the chunks of all of them are due one by one. */
  #paced(everyMs: number, from: number, total: number): void {
    const { runs } = this.#workload;
    const until = Math.min(total, Math.floor(this.#elapsedMs() / everyMs) + 1);
    for (let n = from; n < until; n += 1) this.#send(this.#streams[n % runs] as Stream, n * everyMs);
    const wait = Math.max(1, until * everyMs - this.#elapsedMs());
    if (until < total) setTimeout(() => this.#paced(everyMs, until, total), wait);
  }

  #send(stream: Stream, dueMs: number): void {
    if (stream.sent === this.#workload.chunks) return;
    stream.sent += 1;
    this.#sent += 1;
    if (this.#sent === this.#workload.runs * this.#workload.warmUp) this.#onWarm();
    stream.send(this.#chunk(dueMs, stream.sent));
    if (stream.sent === this.#workload.chunks) stream.done();
  }

  #elapsedMs(): number {
    return (micros() - this.#startedAt) / 1_000;
  }

  #chunk(dueMs: number, n: number): string {
    const due = Math.floor(this.#startedAt + dueMs * 1_000);
    return `${DUE_MARK}${this.#digits(due)} ${WORDS[n % WORDS.length]}`;
  }

  /** In two parts that are there already: V8 remembers the text of each number that it makes one of, until it is old. */
  #digits(due: number): string {
    const thousands = Math.floor(due / 1_000);
    if (thousands !== this.#thousands) {
      this.#thousands = thousands;
      this.#head = String(thousands).padStart(DUE_DIGITS - 3, '0');
    }
    return `${this.#head}${THOUSAND[due % 1_000]}`;
  }
}

/** What came before has come to rest by then. */
const SETTLE_MS = 300;
const RUSH_PER_TURN = 10;
const WORDS = ['a token', 'or two', '再来几个字', 'with "quotes"', 'and\nlines', 'of text'];
const THOUSAND = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, '0'));
