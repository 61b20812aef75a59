import { type Cursor, wholeOf } from '@polywire/protocol';

/** One caller's view of a session in a dialect. */
export interface View {
  readonly session: string;
  readonly dialect: string;
  readonly caller: string;
}

/** What callers were told of sessions beside their streams, a moment ago. Nobody else is taken to know it. */
export class Told {
  readonly #views = new Map<string, { readonly seq: number; readonly at: number }>();

  /** All up to `seq`. */
  note(view: View, seq: number, now: number): void {
    const key = keyOf(view);
    // Set anew, so that the oldest come first, and go first.
    this.#views.delete(key);
    this.#views.set(key, { seq, at: now });
    if (this.#views.size > MAX_VIEWS) this.#views.delete(this.#views.keys().next().value as string);
  }

  /** The last place that this caller was told. */
  place(view: View): Cursor | undefined {
    const told = this.#views.get(keyOf(view));
    return told && wholeOf(told.seq);
  }

  sweep(now: number, maxAgeMs: number): void {
    for (const [key, { at }] of this.#views) {
      if (now - at <= maxAgeMs) return;
      this.#views.delete(key);
    }
  }
}

const MAX_VIEWS = 10_000;

function keyOf({ session, dialect, caller }: View): string {
  return [session, dialect, caller].join('\0');
}
