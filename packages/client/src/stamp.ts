import { type Cursor, type Draft, type RunEvent, stampDraft } from '@polywire/protocol';

/**
 * Gives drafts their places. A server's own number is kept where it tells one, so that a rewind means the same on both
 * sides; what was added in between gets the numbers before it, and nothing ever goes back.
 */
export class Stamp {
  readonly #now: () => number;
  #last = 0;
  /** Where our numbers are ahead of the server's, and since when. */
  readonly #shifts: { from: number; by: number }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  events(drafts: readonly Draft[], cursor: Cursor | undefined): RunEvent[] {
    return drafts.map((draft, i) => {
      const told = cursor === undefined ? 0 : cursor.seq - (drafts.length - 1 - i);
      const seq = Math.max(this.#last + 1, told);
      this.#last = seq;
      if (cursor && i === drafts.length - 1) this.#note(seq, seq - cursor.seq);
      return stampDraft(draft, seq, draft.at ?? this.#now());
    });
  }

  /** The server's number for one of ours. */
  theirs(seq: number): number {
    let by = 0;
    for (const shift of this.#shifts) if (shift.from <= seq) by = shift.by;
    return seq - by;
  }

  #note(from: number, by: number): void {
    if ((this.#shifts.at(-1)?.by ?? 0) === by) return;
    this.#shifts.push({ from, by });
    if (this.#shifts.length > MAX_SHIFTS) this.#shifts.shift();
  }
}

/** A shift is rare; rewinds go back a few runs. */
const MAX_SHIFTS = 1_000;
