import { EventWriter, type RunEvent } from '@polywire/protocol';
import { isShort, KeptLines, type KeptText, LineReader } from './lines.ts';

type Words = readonly (string | undefined)[];

/**
 * Consecutive events of one session, as objects or as they are kept: whichever was at hand, and the other when it is
 * needed. Words as they are kept are a fraction of what is made of them, so whoever has to wait with a stretch holds
 * little.
 */
export class Stretch {
  /** Seq of the first event. */
  readonly first: number;
  readonly length: number;
  /** What deltas say, as JSON, where that is at hand. */
  readonly words: Words | undefined;
  readonly #kept: readonly KeptText[] | undefined;
  #events: readonly RunEvent[] | undefined;
  #lines: readonly string[] | undefined;

  private constructor(
    first: number,
    length: number,
    events: readonly RunEvent[] | undefined,
    kept: readonly KeptText[] | undefined,
    words: Words | undefined,
  ) {
    this.first = first;
    this.length = length;
    this.#events = events;
    this.#kept = kept;
    this.words = words;
  }

  static ofKept(first: number, length: number, kept: readonly KeptText[]): Stretch {
    return new Stretch(first, length, undefined, kept, undefined);
  }

  static ofEvents(first: number, events: readonly RunEvent[], words?: Words): Stretch {
    return new Stretch(first, events.length, events, undefined, words);
  }

  /** Seq of the last event, `first - 1` when there is none. */
  get last(): number {
    return this.first + this.length - 1;
  }

  get events(): readonly RunEvent[] {
    this.#events ??= this.lines.map((line) => JSON.parse(line) as RunEvent);
    return this.#events;
  }

  /** As they are kept; undefined where these are objects. */
  get kept(): KeptLines | undefined {
    return this.#kept && new KeptLines(this.#kept, this.first, this.last);
  }

  /** Tells each as JSON, in order. */
  eachLine(tell: (line: string, seq: number) => void): void {
    this.tellLines((line, seq) => {
      tell(line, seq);
      return true;
    });
  }

  /**
   * The same without the deltas that are kept as their words alone, of which nothing is made: they are almost all there is.
   * Any other delta is told, as the first of a text is, and all are where these are objects.
   */
  eachButWords(tell: (line: string, seq: number) => void): void {
    const { kept } = this;
    if (!kept) return this.eachLine(tell);
    while (kept.next()) {
      const { text, from, to, seq, isLead } = kept;
      if (!isLead && !isShort(text, from)) tell(text.slice(from, to), seq);
    }
  }

  /** Tells each, until `tell` has enough. */
  tellLines(tell: (line: string, seq: number) => boolean): void {
    const { kept } = this;
    if (!kept) return this.#tellEvents(tell);
    const reader = new LineReader();
    while (kept.next()) {
      const { text, from, to, seq } = kept;
      if (kept.isLead) reader.skip(text, from, to);
      else if (!tell(reader.read(text, from, to, seq), seq)) return;
    }
  }

  /** The same, all at once. */
  get lines(): readonly string[] {
    if (!this.#lines) {
      const lines: string[] = [];
      this.eachLine((line) => lines.push(line));
      this.#lines = lines;
    }
    return this.#lines;
  }

  #tellEvents(tell: (line: string, seq: number) => boolean): void {
    const writer = new EventWriter();
    for (const event of this.events) if (!tell(writer.write(event), event.seq)) return;
  }
}
