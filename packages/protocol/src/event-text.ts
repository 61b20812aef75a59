import type { EventOf, RunEvent } from './events.ts';

type TextDelta = EventOf<'text.delta'>;

/**
 * Writes events as JSON, as the log keeps them and the native wire sends them. Almost all events are deltas of the
 * message that the one before belongs to, so what they have in common is written once.
 */
export class EventWriter {
  #last: TextDelta | undefined;
  /** All of the last text delta that the next one has too. */
  #prefix = '';

  write(event: RunEvent): string {
    if (event.type !== 'text.delta') return JSON.stringify(event);
    if (!this.#last || !isAlike(event, this.#last)) {
      const { seq: _, at: __, delta: ___, ...about } = event;
      this.#prefix = `${JSON.stringify(about).slice(0, -1)},"delta":`;
    }
    this.#last = event;
    return `${this.#prefix}${JSON.stringify(event.delta)},"seq":${event.seq},"at":${event.at}}`;
  }
}

/** Differs in nothing but the delta and its place. */
function isAlike(a: TextDelta, b: TextDelta): boolean {
  return (
    a.messageId === b.messageId &&
    a.runId === b.runId &&
    a.nodeRun === b.nodeRun &&
    a.agent === b.agent &&
    a.ext === b.ext
  );
}
