import { isDelta } from '@polywire/protocol';
import { Stretch } from '../log/stretch.ts';

/**
 * Where very many read the same, words go out on a beat: those that came since the last one share a write to each
 * reader, and a write is what a reader costs. Anything else goes out at once, with the words before it.
 */
export class Beat {
  readonly #deliver: (stretch: Stretch) => void;
  #held: Stretch[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(deliver: (stretch: Stretch) => void) {
    this.#deliver = deliver;
  }

  take(stretch: Stretch): void {
    this.#held.push(stretch);
    if (!this.#timer || !isWords(stretch)) this.flush();
    this.#timer ??= setTimeout(this.#strike, BEAT_MS);
  }

  /** Nothing is held back after it. */
  flush(): void {
    const held = this.#held;
    if (held.length === 0) return;
    this.#held = [];
    this.#deliver(Stretch.joined(held));
  }

  /** There is nobody to be told. */
  stop(): void {
    this.#held = [];
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  readonly #strike = (): void => {
    const isSilent = this.#held.length === 0;
    this.#timer = isSilent ? undefined : setTimeout(this.#strike, BEAT_MS);
    this.flush();
  };
}

function isWords(stretch: Stretch): boolean {
  return stretch.events.every(isDelta);
}

/** Readers of one feed from which on it has a beat. */
export const CROWD = 100;
/** As smooth as a film. */
export const BEAT_MS = 40;
