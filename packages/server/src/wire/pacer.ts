import type { Frame, Traits } from '@polywire/protocol';
import { Previews } from './previews.ts';

/**
 * When to look whether there is a preview to send: not more often than the dialect says, and once more when the text
 * has come to rest.
 */
export class Pacer {
  readonly #everyMs: number;
  readonly #previews: Previews;
  readonly #send: (frames: readonly Frame[]) => void;
  /** Runs out when nothing has come for a while. */
  #rest: NodeJS.Timeout | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(
    pace: NonNullable<Traits['preview']>,
    preview: () => readonly Frame[],
    send: (frames: readonly Frame[]) => void,
  ) {
    this.#everyMs = pace.everyMs;
    this.#previews = new Previews(pace, preview);
    this.#send = send;
  }

  /** Something happened: there may be something to show. */
  wake(): void {
    const now = performance.now();
    if (now - this.#lookedAt >= this.#everyMs - TIMER_MS) {
      this.#lookedAt = now;
      this.#look(false);
    }
    if (this.#rest) this.#rest.refresh();
    else this.#rest = setTimeout(() => this.#come(), this.#everyMs);
  }

  stop(): void {
    clearTimeout(this.#rest);
    this.#rest = undefined;
  }

  #come(): void {
    this.#rest = undefined;
    this.#look(true);
  }

  #look(atRest: boolean): void {
    const frames = this.#previews.look(atRest);
    if (frames.length > 0) this.#send(frames);
  }
}

/** A timer is not more exact than this. */
const TIMER_MS = 1;
