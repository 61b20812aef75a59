import type { RunEvent } from '@polywire/protocol';
import type { Speech } from './contract.ts';

/** What messages say that end with events which are committed together. */
export class Texts {
  readonly #events: readonly RunEvent[];
  readonly #speech: Speech;
  #heard = 0;

  /** `speech` has heard all that was committed before. */
  constructor(events: readonly RunEvent[], speech: Speech) {
    this.#events = events;
    this.#speech = speech;
  }

  /** All that a message says up to the event `last`; whoever asks comes to the events in their order. */
  upTo(last: number, messageId: string): string {
    for (let next = this.#events[this.#heard]; next && next.seq <= last; next = this.#events[this.#heard]) {
      this.#speech.hear(next);
      this.#heard += 1;
    }
    return this.#speech.textOf(messageId);
  }
}
