import type { Frame, Traits } from '@polywire/protocol';

/**
 * When to send previews of whole-text messages: not more often than the dialect says, only when the text has grown
 * enough, and once more when it has come to rest. So the bytes stay near linear in the length of the text.
 */
export class Pacer {
  readonly #pace: NonNullable<Traits['preview']>;
  readonly #preview: () => readonly Frame[];
  readonly #send: (frames: readonly Frame[]) => void;
  #timer: NodeJS.Timeout | undefined;
  #lastSize = 0;
  #lastSent = '';
  #grew = false;

  constructor(
    pace: NonNullable<Traits['preview']>,
    preview: () => readonly Frame[],
    send: (frames: readonly Frame[]) => void,
  ) {
    this.#pace = pace;
    this.#preview = preview;
    this.#send = send;
  }

  /** Something happened: there may be something to show. */
  wake(): void {
    this.#grew = true;
    this.#timer ??= setTimeout(() => this.#tick(), this.#pace.everyMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    this.#timer = undefined;
    const atRest = !this.#grew;
    this.#grew = false;
    const frames = this.#preview();
    const size = frames.reduce((sum, frame) => sum + frame.data.length, 0);
    const growth = Math.abs(size - this.#lastSize);
    const enough = Math.min(this.#pace.growthChars, this.#lastSize * this.#pace.growthRatio);
    const whole = frames.map((frame) => frame.data).join('');
    if (frames.length > 0 && whole !== this.#lastSent && (atRest || growth >= enough)) {
      this.#lastSize = size;
      this.#lastSent = whole;
      this.#send(frames);
    }
    if (!atRest) this.#timer = setTimeout(() => this.#tick(), this.#pace.everyMs);
  }
}
