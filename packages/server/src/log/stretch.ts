import type { RunEvent } from '@polywire/protocol';

/** Consecutive events of one session, as their stored text and as objects: each is made from the other when needed. */
export class Stretch {
  /** Seq of the first event. */
  readonly first: number;
  readonly length: number;
  #lines: readonly string[] | undefined;
  #events: readonly RunEvent[] | undefined;

  private constructor(first: number, lines: readonly string[] | undefined, events: readonly RunEvent[] | undefined) {
    this.first = first;
    this.length = (lines ?? events ?? []).length;
    this.#lines = lines;
    this.#events = events;
  }

  static ofLines(first: number, lines: readonly string[]): Stretch {
    return new Stretch(first, lines, undefined);
  }

  static ofEvents(events: readonly RunEvent[], lines?: readonly string[]): Stretch {
    return new Stretch(events[0]?.seq ?? 0, lines, events);
  }

  /** Seq of the last event, `first - 1` when there is none. */
  get last(): number {
    return this.first + this.length - 1;
  }

  get lines(): readonly string[] {
    this.#lines ??= (this.#events ?? []).map((event) => JSON.stringify(event));
    return this.#lines;
  }

  get events(): readonly RunEvent[] {
    this.#events ??= (this.#lines ?? []).map((line) => JSON.parse(line) as RunEvent);
    return this.#events;
  }

  /** The part with first ≤ seq ≤ last. */
  slice(first: number, last: number): Stretch {
    const from = Math.max(0, first - this.first);
    const to = Math.max(from, last - this.first + 1);
    if (from === 0 && to >= this.length) return this;
    return new Stretch(this.first + from, this.#lines?.slice(from, to), this.#events?.slice(from, to));
  }
}

/** `stretches` follow one another. */
export function joinStretches(first: number, stretches: readonly Stretch[]): Stretch {
  if (stretches.length === 1) return stretches[0] as Stretch;
  return Stretch.ofLines(
    first,
    stretches.flatMap((stretch) => stretch.lines),
  );
}
