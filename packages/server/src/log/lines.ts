import type { EventOf, RunEvent } from '@polywire/protocol';

type Delta = EventOf<'text.delta' | 'reasoning.delta'>;

/**
 * How events are kept: as JSON, one a line. A delta like the one before it is its words alone, and the milliseconds
 * since: `"words"20`. Almost all events are such, and in full they are five times as long.
 */
export class LineWriter {
  #last: Delta | undefined;
  /** All of the last delta that the next one has too, in full. */
  #prefix = '';
  /** The short lines since the last full one: a reader has to begin there. */
  #run = 0;

  /** Lines that are read together follow; returns whether they can be read without those before them. */
  begin(): boolean {
    if (this.#run >= MAX_RUN) this.startAnew();
    return this.#last === undefined;
  }

  /** What comes next is in full: its reader may not have what was before it. */
  startAnew(): void {
    this.#last = undefined;
  }

  /** Adds the event as it is kept, and in full, as the native wire sends it. */
  write(event: RunEvent, kept: string[], full: string[]): void {
    if (!isDelta(event)) {
      const line = JSON.stringify(event);
      kept.push(line);
      full.push(line);
      return;
    }
    const last = this.#last;
    const words = JSON.stringify(event.delta);
    const isShort = last !== undefined && isAlike(event, last) && event.at >= last.at;
    if (!isShort) {
      this.#prefix = prefixOf(event);
      this.#run = 0;
    }
    const line = `${this.#prefix}${words},"seq":${event.seq},"at":${event.at}}`;
    kept.push(isShort ? words + (event.at - last.at) : line);
    full.push(line);
    this.#last = event;
    this.#run += 1;
  }
}

/** Makes lines full again. They have to come in order, and the first one of all is full. */
export class LineReader {
  #prefix = '';
  #at = 0;

  /** The same without the text: for lines that only lead to others. */
  skip(line: string): void {
    if (line.startsWith('"')) this.#at += Number(line.slice(line.lastIndexOf('"') + 1));
    else this.#note(line);
  }

  read(line: string, seq: number): string {
    this.skip(line);
    if (!line.startsWith('"')) return line;
    const words = line.slice(0, line.lastIndexOf('"') + 1);
    return `${this.#prefix}${words},"seq":${seq},"at":${this.#at}}`;
  }

  #note(line: string): void {
    if (!DELTA.test(line)) return;
    const event = JSON.parse(line) as Delta;
    this.#prefix = prefixOf(event);
    this.#at = event.at;
  }
}

export function fullLines(lines: readonly string[], first: number): string[] {
  const reader = new LineReader();
  return lines.map((line, i) => reader.read(line, first + i));
}

/** So that nobody has to read far back for the one event he wants. */
const MAX_RUN = 256;

const DELTA = /^\{"type":"(?:text|reasoning)\.delta"/;

function isDelta(event: RunEvent): event is Delta {
  return event.type === 'text.delta' || event.type === 'reasoning.delta';
}

function prefixOf(event: Delta): string {
  const { seq: _, at: __, delta: ___, type, ...about } = event;
  return `${JSON.stringify({ type, ...about }).slice(0, -1)},"delta":`;
}

/** Differs in nothing but the delta and its place. */
function isAlike(a: Delta, b: Delta): boolean {
  return (
    a.messageId === b.messageId &&
    a.type === b.type &&
    a.runId === b.runId &&
    a.nodeRun === b.nodeRun &&
    a.agent === b.agent &&
    a.ext === b.ext
  );
}
