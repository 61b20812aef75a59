import type { EventOf, RunEvent } from './events.ts';

export type Delta = EventOf<'text.delta' | 'reasoning.delta'>;

/**
 * Writes events as JSON, as the log keeps them and the native wire sends them. Almost all events are deltas of the
 * message that the one before belongs to, so what they have in common is written once.
 */
export class EventWriter {
  readonly #delta = new DeltaWriter();
  /** The first of those that the last one is like. */
  #like: Delta | undefined;

  /** `words`: what a delta says, as JSON, where the caller has it. */
  write(event: RunEvent, words?: string): string {
    // Events have many shapes: to ask each for its type would take as long as the rest.
    if (words === undefined && !isDelta(event)) return JSON.stringify(event);
    return this.#writeDelta(event as Delta, words);
  }

  #writeDelta(event: Delta, words: string | undefined): string {
    if (!this.#like || !areAlike(event, this.#like)) {
      this.#delta.about(event);
      this.#like = event;
    }
    return this.#delta.write(words ?? JSON.stringify(event.delta), event.seq, event.at);
  }
}

/** Writes deltas that differ in nothing but the words and their place. */
export class DeltaWriter {
  #prefix = '';
  #at: number | undefined;
  #suffix = '';

  /** Those that follow are like this one. */
  about(event: Delta): void {
    const { seq: _, at: __, delta: ___, type, ...rest } = event;
    this.#prefix = `${JSON.stringify({ type, ...rest }).slice(0, -1)},"delta":`;
  }

  /** `words` are JSON. */
  write(words: string, seq: number, at: number): string {
    if (at !== this.#at) {
      this.#at = at;
      this.#suffix = `,"at":${at}}`;
    }
    return `${this.#prefix}${words},"seq":${seq}${this.#suffix}`;
  }
}

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
