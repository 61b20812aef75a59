import type { EventOf, RunEvent } from './events.ts';

export type Delta = EventOf<'text.delta' | 'reasoning.delta'>;

/**
 * Writes events as JSON, as the log keeps them and the native wire sends them. Almost all events are deltas of the
 * message that the one before belongs to, so what they have in common is written once.
 */
export class EventWriter {
  /** The first of those that the last one is like, and how they begin. */
  #like: Delta | undefined;
  #prefix = '';

  /** `words`: what a delta says, as JSON, where the caller has it. */
  write(event: RunEvent, words?: string): string {
    // Events have many shapes: to ask each for its type would take as long as the rest.
    if (words === undefined && !isDelta(event)) return JSON.stringify(event);
    return this.#writeDelta(event as Delta, words);
  }

  #writeDelta(event: Delta, words: string | undefined): string {
    if (!this.#like || !areAlike(event, this.#like)) {
      this.#prefix = prefixOf(event);
      this.#like = event;
    }
    return deltaText(this.#prefix, words ?? JSON.stringify(event.delta), event.seq, event.at);
  }
}

/** Writes deltas that differ in nothing but the words and their place. */
export class DeltaWriter {
  #prefix = '';

  /** Those that follow are like this one. */
  about(event: Delta): void {
    this.#prefix = prefixOf(event);
  }

  /** `words` are JSON. */
  write(words: string, seq: number, at: number): string {
    return deltaText(this.#prefix, words, seq, at);
  }
}

/** With what a delta begins that is like this one. */
function prefixOf(event: Delta): string {
  const { seq: _, at: __, delta: ___, type, ...rest } = event;
  return `${JSON.stringify({ type, ...rest }).slice(0, -1)},"delta":`;
}

function deltaText(prefix: string, words: string, seq: number, at: number): string {
  return `${prefix}${words},"seq":${seq}${suffixOf(at)}`;
}

/**
 * Whatever is said in one millisecond, in whichever session, ends in the same words. They are kept for all writers: with
 * hundreds that each say a word, one of their own would be made for each word. What is returned depends on `at` alone.
 */
function suffixOf(at: number): string {
  if (at !== suffixAt) {
    suffixAt = at;
    suffix = `,"at":${at}}`;
  }
  return suffix;
}

let suffixAt: number | undefined;
let suffix = '';

export function isDelta(event: RunEvent): event is Delta {
  return event.type === 'text.delta' || event.type === 'reasoning.delta';
}

/** Whether this is the text of a delta, as `EventWriter` writes it. */
export function isDeltaText(text: string): boolean {
  return text.startsWith('{"type":"text.delta"') || text.startsWith('{"type":"reasoning.delta"');
}

/** Differ in nothing but the words and their place. */
export function areAlike(a: Delta, b: Delta): boolean {
  return (
    a.messageId === b.messageId &&
    a.type === b.type &&
    a.runId === b.runId &&
    a.nodeRun === b.nodeRun &&
    a.agent === b.agent &&
    a.ext === b.ext
  );
}
