import { EventWriter, type RunEvent } from '@polywire/protocol';

type Words = readonly (string | undefined)[];

/**
 * Consecutive events of one session, as objects or as JSON, one text each: whichever was at hand, and the other when it
 * is needed.
 */
export class Stretch {
  /** Seq of the first event. */
  readonly first: number;
  readonly length: number;
  /** What deltas say, as JSON, where that is at hand. */
  readonly words: Words | undefined;
  #lines: readonly string[] | undefined;
  #events: readonly RunEvent[] | undefined;

  private constructor(
    first: number,
    length: number,
    events: readonly RunEvent[] | undefined,
    lines: readonly string[] | undefined,
    words: Words | undefined,
  ) {
    this.first = first;
    this.length = length;
    this.#events = events;
    this.#lines = lines;
    this.words = words;
  }

  static ofLines(first: number, lines: readonly string[]): Stretch {
    return new Stretch(first, lines.length, undefined, lines, undefined);
  }

  static ofEvents(first: number, events: readonly RunEvent[], words?: Words): Stretch {
    return new Stretch(first, events.length, events, undefined, words);
  }

  /** Those that follow each other as one. */
  static joined(stretches: readonly Stretch[]): Stretch {
    const [only] = stretches;
    if (only && stretches.length === 1) return only;
    const words = stretches.flatMap(({ words, length }) => words ?? Array<undefined>(length).fill(undefined));
    return Stretch.ofEvents(
      only?.first ?? 1,
      stretches.flatMap(({ events }) => events),
      words,
    );
  }

  /** Seq of the last event, `first - 1` when there is none. */
  get last(): number {
    return this.first + this.length - 1;
  }

  get events(): readonly RunEvent[] {
    this.#events ??= this.lines.map((line) => JSON.parse(line) as RunEvent);
    return this.#events;
  }

  /** One of them, by its place in the stretch. */
  event(i: number): RunEvent {
    return this.#events?.[i] ?? (JSON.parse(this.lines[i] as string) as RunEvent);
  }

  get lines(): readonly string[] {
    if (!this.#lines) {
      const writer = new EventWriter();
      this.#lines = this.events.map((event) => writer.write(event));
    }
    return this.#lines;
  }

  /** The texts where they are at hand. */
  get stored(): readonly string[] | undefined {
    return this.#lines;
  }
}
