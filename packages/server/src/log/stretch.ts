import { EventWriter, type RunEvent } from '@polywire/protocol';

/**
 * Consecutive events of one session: as one stored text, as the lines of that text, and as objects. Each is made from
 * another when it is needed.
 */
export class Stretch {
  /** Seq of the first event. */
  readonly first: number;
  readonly length: number;
  #text: string | undefined;
  #lines: readonly string[] | undefined;
  #events: readonly RunEvent[] | undefined;

  private constructor(
    first: number,
    length: number,
    text: string | undefined,
    lines: readonly string[] | undefined,
    events: readonly RunEvent[] | undefined,
  ) {
    this.first = first;
    this.length = length;
    this.#text = text;
    this.#lines = lines;
    this.#events = events;
  }

  /** `text` has one line for each of `length` events. */
  static ofText(first: number, length: number, text: string): Stretch {
    return new Stretch(first, length, text, undefined, undefined);
  }

  static ofLines(first: number, lines: readonly string[]): Stretch {
    return new Stretch(first, lines.length, undefined, lines, undefined);
  }

  static ofEvents(events: readonly RunEvent[]): Stretch {
    return new Stretch(events[0]?.seq ?? 0, events.length, undefined, undefined, events);
  }

  /** Seq of the last event, `first - 1` when there is none. */
  get last(): number {
    return this.first + this.length - 1;
  }

  get text(): string {
    this.#text ??= this.length === 1 ? (this.lines[0] as string) : this.lines.join('\n');
    return this.#text;
  }

  get lines(): readonly string[] {
    this.#lines ??= this.#readLines();
    return this.#lines;
  }

  get events(): readonly RunEvent[] {
    this.#events ??= this.lines.map((line) => JSON.parse(line) as RunEvent);
    return this.#events;
  }

  /** Keeps the text alone: for those that lie in memory, where one text is cheaper than many objects. */
  settle(): void {
    this.#text = this.text;
    this.#lines = undefined;
    this.#events = undefined;
  }

  /** The part with first ≤ seq ≤ last. */
  slice(first: number, last: number): Stretch {
    const from = Math.max(0, first - this.first);
    const to = Math.max(from, Math.min(last - this.first + 1, this.length));
    if (from === 0 && to === this.length) return this;
    const events = this.#events?.slice(from, to);
    return new Stretch(this.first + from, to - from, undefined, this.lines.slice(from, to), events);
  }

  #readLines(): readonly string[] {
    if (this.#events) return writeAll(this.#events);
    return this.length === 0 ? [] : (this.#text ?? '').split('\n');
  }
}

function writeAll(events: readonly RunEvent[]): string[] {
  const writer = new EventWriter();
  return events.map((event) => writer.write(event));
}

/** `stretches` follow one another. */
export function joinStretches(first: number, stretches: readonly Stretch[]): Stretch {
  if (stretches.length === 1) return stretches[0] as Stretch;
  const whole = stretches.filter(({ length }) => length > 0);
  const length = whole.reduce((sum, stretch) => sum + stretch.length, 0);
  return Stretch.ofText(first, length, whole.map(({ text }) => text).join('\n'));
}
