import type { Frame, Traits } from '@polywire/protocol';

/**
 * Which previews of whole-text messages are sent: only those whose text has grown enough since the last one, or that
 * have come to rest. So the bytes stay near linear in the length of the text.
 */
export class Previews {
  readonly #pace: NonNullable<Traits['preview']>;
  readonly #preview: () => readonly Frame[];
  #sent: readonly Frame[] = [];

  constructor(pace: NonNullable<Traits['preview']>, preview: () => readonly Frame[]) {
    this.#pace = pace;
    this.#preview = preview;
  }

  /** What is to be sent now; mostly nothing. */
  look(atRest: boolean): readonly Frame[] {
    const frames = this.#preview();
    if (frames.length === 0 || isSame(frames, this.#sent)) return NONE;
    const before = sizeOf(this.#sent);
    const enough = Math.min(this.#pace.growthChars, before * this.#pace.growthRatio);
    if (!atRest && Math.abs(sizeOf(frames) - before) < enough) return NONE;
    this.#sent = frames;
    return frames;
  }
}

const NONE: readonly Frame[] = [];

function sizeOf(frames: readonly Frame[]): number {
  return frames.reduce((sum, { data }) => sum + data.length, 0);
}

/** Texts of different lengths are told apart at once, without a look at what they say. */
function isSame(some: readonly Frame[], others: readonly Frame[]): boolean {
  return some.length === others.length && some.every(({ data }, i) => data === others[i]?.data);
}
