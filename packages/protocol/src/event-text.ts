import type { EventOf, RunEvent } from './events.ts';

export type Delta = EventOf<'text.delta' | 'reasoning.delta'>;

/**
 * Writes events as JSON, as the log keeps them and the native wire sends them. Almost all events are deltas of the
 * message that the one before belongs to, so what they have in common is written once.
 */
export class EventWriter {
  #last: Delta | undefined;
  /** All of the last delta that the next one has too. */
  #prefix = '';

  write(event: RunEvent): string {
    if (!isDelta(event)) return JSON.stringify(event);
    if (!this.#last || !areAlike(event, this.#last)) this.#prefix = deltaPrefix(event);
    this.#last = event;
    return deltaText(this.#prefix, JSON.stringify(event.delta), event.seq, event.at);
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

export function deltaPrefix(event: Delta): string {
  const { seq: _, at: __, delta: ___, type, ...about } = event;
  return `${JSON.stringify({ type, ...about }).slice(0, -1)},"delta":`;
}

/** A delta in full; `words` are JSON. */
export function deltaText(prefix: string, words: string, seq: number, at: number): string {
  return `${prefix}${words},"seq":${seq},"at":${at}}`;
}
