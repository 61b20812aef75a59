import type { RunEvent } from '@polywire/protocol';

/** Consecutive events of one session: as JSON, one text each, and as objects that are made when they are needed. */
export class Stretch {
  /** Seq of the first event. */
  readonly first: number;
  readonly lines: readonly string[];
  #events: readonly RunEvent[] | undefined;

  constructor(first: number, lines: readonly string[], events?: readonly RunEvent[]) {
    this.first = first;
    this.lines = lines;
    this.#events = events;
  }

  get length(): number {
    return this.lines.length;
  }

  /** Seq of the last event, `first - 1` when there is none. */
  get last(): number {
    return this.first + this.lines.length - 1;
  }

  get events(): readonly RunEvent[] {
    this.#events ??= this.lines.map((line) => JSON.parse(line) as RunEvent);
    return this.#events;
  }
}
