import type { Frame, Traits } from '@polywire/protocol';

/**
 * When to send previews of whole-text messages: not more often than the dialect says, only when the text has grown
 * enough, and once more when it has come to rest. So the bytes stay near linear in the length of the text.
 */
export class Pacer {
  readonly #pace: NonNullable<Traits['preview']>;
  readonly #preview: () => readonly Frame[];
  readonly #send: (frames: readonly Frame[]) => void;
  /** Runs out when nothing has come for a while. */
  #rest: NodeJS.Timeout | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #sent: readonly Frame[] = [];

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
    const { everyMs } = this.#pace;
    const now = performance.now();
    if (now - this.#lookedAt >= everyMs - TIMER_MS) {
      this.#lookedAt = now;
      this.#look(false);
    }
    if (this.#rest) this.#rest.refresh();
    else this.#rest = setTimeout(() => this.#come(), everyMs);
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
    const frames = this.#preview();
    if (frames.length === 0 || isSame(frames, this.#sent)) return;
    const before = sizeOf(this.#sent);
    const enough = Math.min(this.#pace.growthChars, before * this.#pace.growthRatio);
    if (!atRest && Math.abs(sizeOf(frames) - before) < enough) return;
    this.#sent = frames;
    this.#send(frames);
  }
}

function sizeOf(frames: readonly Frame[]): number {
  return frames.reduce((sum, { data }) => sum + data.length, 0);
}

/** Texts of different lengths are told apart at once, without a look at what they say. */
function isSame(some: readonly Frame[], others: readonly Frame[]): boolean {
  return some.length === others.length && some.every(({ data }, i) => data === others[i]?.data);
}

/** A timer is not more exact than this. */
const TIMER_MS = 1;
