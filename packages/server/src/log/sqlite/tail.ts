import type { Stretch } from '../stretch.ts';

/** What the log knows in memory of one session: its newest events, which are not yet in a segment. */
export class Tail {
  /** Seq up to which events are in segments. */
  segmented: number;
  /** Seq of the last committed event. */
  head: number;
  /** Seq of the last event that waits for a commit. */
  staged: number;
  epoch = 0;
  /** Set when the stored events could not be trusted from this seq on. */
  damagedAt: number | undefined;
  readonly #stretches: Stretch[] = [];

  constructor(segmented: number) {
    this.segmented = segmented;
    this.head = segmented;
    this.staged = segmented;
  }

  /** How many committed events are not in a segment. */
  get length(): number {
    return this.head - this.segmented;
  }

  /** Nothing would be lost by forgetting it. */
  get isIdle(): boolean {
    return this.length === 0 && this.staged === this.head && this.damagedAt === undefined;
  }

  add(stretch: Stretch): void {
    this.#stretches.push(stretch);
    this.head = stretch.last;
    this.staged = Math.max(this.staged, this.head);
  }

  /** Committed events from `first` to `last` that are not in a segment. */
  *read(first: number, last: number): Iterable<Stretch> {
    for (const stretch of this.#stretches) {
      if (stretch.last < first) continue;
      if (stretch.first > last) return;
      yield stretch.slice(first, last);
    }
  }

  /** Events up to `seq` are in segments now. */
  release(seq: number): void {
    this.segmented = seq;
    while (this.#stretches[0] && this.#stretches[0].last <= seq) this.#stretches.shift();
    const cut = this.#stretches[0];
    if (cut && cut.first <= seq) this.#stretches[0] = cut.slice(seq + 1, cut.last);
  }
}
