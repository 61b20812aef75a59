import {
  areAlike,
  type Delta,
  DeltaWriter,
  EventWriter,
  isDelta,
  isDeltaText,
  type RunEvent,
} from '@polywire/protocol';

/** Where lines are written to. */
export interface Lines {
  /** A line of a text and, directly behind it, a whole number. */
  addLine(text: string, number?: number): void;
}

/**
 * How events are kept: as JSON, one a line. A delta like the one before it is its words alone, and the milliseconds
 * since: `"words"20`. Almost all events are such, and in full they are five times as long.
 */
export class LineWriter {
  readonly #full = new EventWriter();
  #last: Delta | undefined;
  /** The lines since one that can be read without those before it: a reader has to begin there. */
  #run = 0;

  /** Lines that are read together follow; returns whether they can be read without those before them. */
  begin(): boolean {
    if (this.#run >= MAX_RUN) this.startAnew();
    return this.#run === 0;
  }

  /** What comes next is in full: its reader may not have what was before it. */
  startAnew(): void {
    this.#last = undefined;
    this.#run = 0;
  }

  /** Returns what a delta says, as JSON, where that had to be made. */
  write(event: RunEvent, to: Lines): string | undefined {
    this.#run += 1;
    const last = this.#last;
    if (isDelta(event)) {
      this.#last = event;
      const ms = last === undefined ? -1 : event.at - last.at;
      if (last !== undefined && areAlike(event, last) && ms >= 0 && Number.isSafeInteger(ms)) {
        const words = JSON.stringify(event.delta);
        to.addLine(words, ms);
        return words;
      }
    }
    to.addLine(this.#full.write(event));
    return undefined;
  }
}

/** Makes lines full again. They have to come in order, and the first one of all is full. */
export class LineReader {
  readonly #delta = new DeltaWriter();
  #at = 0;

  /** The same without the text: for lines that only lead to others. */
  skip(line: string): void {
    if (isShort(line)) this.#at += timeIn(line, endOfWords(line));
    else this.#note(line);
  }

  read(line: string, seq: number): string {
    if (!isShort(line)) {
      this.#note(line);
      return line;
    }
    const end = endOfWords(line);
    this.#at += timeIn(line, end);
    return this.#delta.write(line.slice(0, end), seq, this.#at);
  }

  #note(line: string): void {
    if (!isDeltaText(line)) return;
    const event = JSON.parse(line) as Delta;
    this.#delta.about(event);
    this.#at = event.at;
  }
}

function isShort(line: string): boolean {
  return line.startsWith('"');
}

function endOfWords(line: string): number {
  return line.lastIndexOf('"') + 1;
}

function timeIn(line: string, from: number): number {
  return Number(line.slice(from));
}

export function fullLines(lines: readonly string[], first: number): string[] {
  const reader = new LineReader();
  return lines.map((line, i) => reader.read(line, first + i));
}

/** So that nobody has to read far back for the one event he wants. */
const MAX_RUN = 256;
