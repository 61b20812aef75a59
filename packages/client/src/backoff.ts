/** Doubles from a quarter of a second to ten, less up to a half by chance, so that clients do not all return at once. */
export class Backoff {
  readonly #random: () => number;
  #tries = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  next(): number {
    const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#tries);
    this.#tries += 1;
    return whole * (1 - this.#random() / 2);
  }

  reset(): void {
    this.#tries = 0;
  }
}

const FIRST_MS = 250;
const LONGEST_MS = 10_000;
