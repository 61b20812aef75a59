/**
 * Whoever reads much shares the event loop. One reader after another has a few milliseconds, in which it may read on and
 * on; what it does with what it has read counts too. Between two of them streams and requests come first.
 */
export class ReadingTime {
  readonly #waiting: (() => void)[] = [];
  /** The one who reads wants to read on. */
  #again: (() => void) | undefined;
  #isServing = false;
  /** Whoever asks now is the one who reads, or close to it. */
  #isReading = false;
  /** When this turn's share is used up; undefined where nobody has read in it yet. */
  #endsAt: number | undefined;

  /** Resolves when it is one's turn to read: at once, as a rule. */
  turn(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isReading && !this.#again) this.#again = resolve;
      else this.#waiting.push(resolve);
      if (!this.#isServing) this.#serve();
    });
  }

  readonly #serve = (): void => {
    this.#isServing = false;
    this.#isReading = false;
    if (this.#endsAt !== undefined && performance.now() >= this.#endsAt) return this.#leave();
    const next = this.#again ?? this.#waiting.shift();
    this.#again = undefined;
    if (!next) return;
    if (this.#endsAt === undefined) this.#begin();
    this.#isServing = true;
    queueMicrotask(() => {
      this.#isReading = true;
    });
    next();
    // Behind everything that the reader does until it waits for something else.
    queueMicrotask(() => process.nextTick(this.#serve));
  };

  /** The others go first. */
  #leave(): void {
    if (this.#again) this.#waiting.push(this.#again);
    this.#again = undefined;
  }

  #begin(): void {
    this.#endsAt = performance.now() + SHARE_MS;
    setImmediate(() => {
      this.#endsAt = undefined;
      if (!this.#isServing) this.#serve();
    });
  }
}

/** Of one turn: below what somebody notices whose words come later by it. */
const SHARE_MS = 4;
