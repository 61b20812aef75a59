import {
  areAlike,
  type Delta,
  DeltaWriter,
  EventWriter,
  isDelta,
  isDeltaText,
  type RunEvent,
} from '@polywire/protocol';
import { LogError } from './errors.ts';

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
  /** What the delta before was like, and when it was. Not that one itself: it would outlive what it is needed for. */
  #like: Delta | undefined;
  #at = 0;
  /** The lines since one that can be read without those before it: a reader has to begin there. */
  #run = 0;
  #chars = 0;

  /** Lines that are read together follow; returns whether they can be read without those before them. */
  begin(): boolean {
    if (this.isEnough) this.startAnew();
    return this.#run === 0;
  }

  /** Whoever wants what comes next is not to read all that was before. */
  get isEnough(): boolean {
    return this.#run >= MAX_RUN || this.#chars >= MAX_RUN_CHARS;
  }

  /** What comes next is in full: its reader may not have what was before it. */
  startAnew(): void {
    this.#like = undefined;
    this.#run = 0;
    this.#chars = 0;
  }

  /** Returns what a delta says, as JSON, where that had to be made. */
  write(event: RunEvent, to: Lines): string | undefined {
    this.#run += 1;
    if (isDelta(event)) {
      const ms = event.at - this.#at;
      this.#at = event.at;
      if (this.#like && areAlike(event, this.#like) && ms >= 0 && Number.isSafeInteger(ms)) {
        const words = JSON.stringify(event.delta);
        this.#chars += words.length;
        to.addLine(words, ms);
        return words;
      }
      this.#like = event;
    }
    const line = this.#full.write(event);
    this.#chars += line.length;
    to.addLine(line);
    return undefined;
  }
}

/** Lines of consecutive events as they are kept, a line break between them. */
export interface KeptText {
  /** Seq of the first event, and of the last. */
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

/**
 * Goes through the lines from `first` to `last`, each where it is in a text: to cut it out first would take as long as
 * the rest. What is kept comes in order; a text that overlaps with those before it begins anew, as the first of all does.
 */
export class KeptLines {
  readonly #kept: readonly KeptText[];
  readonly #last: number;
  #wanted: number;
  #part = -1;
  #end = 0;
  /** The line that it has come to. */
  text = '';
  from = 0;
  to = -1;
  seq = 0;
  /** Whether it only leads to those that are wanted. */
  isLead = false;

  constructor(kept: readonly KeptText[], first: number, last: number) {
    this.#kept = kept;
    this.#wanted = first;
    this.#last = last;
  }

  /** Goes on to the next; false where there is none. */
  next(): boolean {
    if (this.#wanted > this.#last) return false;
    this.seq += 1;
    this.from = this.to + 1;
    while (this.seq > this.#end || this.from > this.text.length) this.#open();
    this.to = endOfLine(this.text, this.from);
    this.isLead = this.seq !== this.#wanted;
    if (!this.isLead) this.#wanted += 1;
    return true;
  }

  #open(): void {
    this.#part += 1;
    const part = this.#kept[this.#part];
    if (!part) throw new LogError('DAMAGED', `The stored event ${this.#wanted} is missing.`);
    this.text = part.text;
    this.seq = part.first;
    this.#end = part.last;
    this.from = 0;
  }
}

export function countLines(text: string): number {
  let count = 0;
  for (let from = 0; from <= text.length; from = endOfLine(text, from) + 1) count += 1;
  return count;
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

/** Makes lines full again. */
export class LineReader {
  readonly #delta = new DeltaWriter();
  #at = 0;

  read(text: string, from: number, to: number, seq: number): string {
    if (!isShort(text, from)) return this.#note(text.slice(from, to));
    const end = endOfWords(text, to);
    this.#at += numberIn(text, end, to);
    return this.#delta.write(text.slice(from, end), seq, this.#at);
  }

  /** One that leads to others. */
  skip(text: string, from: number, to: number): void {
    if (isShort(text, from)) this.#at += numberIn(text, endOfWords(text, to), to);
    else this.#note(text.slice(from, to));
  }

  #note(line: string): string {
    if (!isDeltaText(line)) return line;
    const event = JSON.parse(line) as Delta;
    this.#delta.about(event);
    this.#at = event.at;
    return line;
  }
}

/** Whether it is the words of a delta alone, and when it was. */
export function isShort(text: string, from: number): boolean {
  return text.charCodeAt(from) === QUOTE;
}

/** Where the words end in a short line that ends at `to`. */
export function endOfWords(text: string, to: number): number {
  let end = to;
  while (text.charCodeAt(end - 1) !== QUOTE) end -= 1;
  return end;
}

function numberIn(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 10 + (text.charCodeAt(at) - ZERO);
  return value;
}

const QUOTE = 0x22;
const ZERO = 0x30;

/** So that nobody has to read far back for the one event he wants. */
const MAX_RUN = 256;
/** What somebody is given at a time. */
const MAX_RUN_CHARS = 64 * 1024;
