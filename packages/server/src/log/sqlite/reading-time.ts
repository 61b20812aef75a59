/**
 * Whoever reads much shares the event loop: reading has a few milliseconds of each turn, whoever reads, and then streams
 * and requests come first again. They are served in the order in which they asked.
 */
export class ReadingTime {
  #endsAt = 0;
  /** Set from the first read of a turn to the end of it. */
  #nextTurn: Promise<void> | undefined;

  /** Resolves when it is time to read: at once, as a rule. */
  async come(): Promise<void> {
    while (this.#nextTurn && performance.now() >= this.#endsAt) await this.#nextTurn;
    this.#nextTurn ??= this.#begin();
  }

  #begin(): Promise<void> {
    this.#endsAt = performance.now() + SHARE_MS;
    return new Promise((resolve) =>
      setImmediate(() => {
        this.#nextTurn = undefined;
        resolve();
      }),
    );
  }
}

/** Of one turn: below what somebody notices whose words come later by it. */
const SHARE_MS = 4;
