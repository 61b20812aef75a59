/**
 * Whoever reads much shares the event loop. Readers are served one by one, in the order in which they asked, and what one
 * does with what it has read counts too. After a few milliseconds of a turn, streams and requests come first again.
 */
export class ReadingTime {
  readonly #waiting: (() => void)[] = [];
  #isServing = false;
  /** When this turn's share is used up; undefined where nobody has read in it yet. */
  #endsAt: number | undefined;

  /** Resolves when it is one's turn to read: at once, as a rule. */
  turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (!this.#isServing) this.#serve();
    });
  }

  readonly #serve = (): void => {
    this.#isServing = false;
    if (this.#waiting.length === 0) return;
    if (this.#endsAt === undefined) this.#begin();
    else if (performance.now() >= this.#endsAt) return;
    this.#isServing = true;
    this.#waiting.shift()?.();
    // Behind everything that the reader does until it waits for something else.
    queueMicrotask(() => process.nextTick(this.#serve));
  };

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
