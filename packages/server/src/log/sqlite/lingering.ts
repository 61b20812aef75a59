import type { Source } from '../contract.ts';

/** Sources whose words may wait, each until it is due. */
export class Lingering {
  readonly #onDue: (source: Source) => void;
  readonly #due = new Map<Source, number>();
  #timer: NodeJS.Timeout | undefined;
  #firesAt = Number.POSITIVE_INFINITY;

  constructor(onDue: (source: Source) => void) {
    this.#onDue = onDue;
  }

  get isEmpty(): boolean {
    return this.#due.size === 0;
  }

  add(source: Source, due: number): void {
    this.#due.set(source, due);
    if (due < this.#firesAt) this.#fireAt(due);
  }

  /** Is due now, if it was waiting. */
  press(source: Source): void {
    if (this.#due.delete(source)) this.#onDue(source);
  }

  pressAll(): void {
    for (const source of this.#due.keys()) this.press(source);
  }

  #fireAt(due: number): void {
    clearTimeout(this.#timer);
    this.#firesAt = due;
    this.#timer = Number.isFinite(due) ? setTimeout(this.#fire, Math.max(1, due - performance.now())) : undefined;
  }

  readonly #fire = (): void => {
    const until = performance.now() + TOGETHER_MS;
    let next = Number.POSITIVE_INFINITY;
    for (const [source, due] of this.#due) {
      if (due <= until) this.press(source);
      else next = Math.min(next, due);
    }
    this.#fireAt(next);
  };
}

/** Those that are due so soon after the first go with it: many that wait would otherwise never share a commit. */
const TOGETHER_MS = 20;
