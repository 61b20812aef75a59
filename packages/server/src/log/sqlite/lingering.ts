import type { SqlitePen } from './pen.ts';

/** Pens whose words may wait, each until it is due. */
export class Lingering {
  readonly #onDue: (pen: SqlitePen) => void;
  readonly #due = new Map<SqlitePen, number>();
  #timer: NodeJS.Timeout | undefined;
  #firesAt = Number.POSITIVE_INFINITY;

  constructor(onDue: (pen: SqlitePen) => void) {
    this.#onDue = onDue;
  }

  get isEmpty(): boolean {
    return this.#due.size === 0;
  }

  add(pen: SqlitePen, due: number): void {
    this.#due.set(pen, due);
    if (due < this.#firesAt) this.#fireAt(due);
  }

  /** Is due now, if it was waiting. */
  press(pen: SqlitePen): void {
    if (this.#due.delete(pen)) this.#onDue(pen);
  }

  pressAll(): void {
    for (const pen of this.#due.keys()) this.press(pen);
  }

  #fireAt(due: number): void {
    clearTimeout(this.#timer);
    this.#firesAt = due;
    this.#timer = Number.isFinite(due) ? setTimeout(this.#fire, Math.max(1, due - performance.now())) : undefined;
  }

  readonly #fire = (): void => {
    const until = performance.now() + TOGETHER_MS;
    let next = Number.POSITIVE_INFINITY;
    for (const [pen, due] of this.#due) {
      if (due <= until) this.press(pen);
      else next = Math.min(next, due);
    }
    this.#fireAt(next);
  };
}

/** Those that are due so soon after the first go with it: many that wait would otherwise never share a commit. */
const TOGETHER_MS = 20;
