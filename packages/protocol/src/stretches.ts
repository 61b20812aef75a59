/** `history.rewound`, as far as it decides what the line is. */
export interface Rewind {
  readonly seq: number;
  readonly toSeq: number;
}

/** From the first to the last event, both included. */
export type Stretch = readonly [first: number, last: number];

/**
 * The stretches of a log that make up its line after event `head`, newest first. A rewind makes the line what it was
 * right after event `toSeq`, whether that is on the line or was taken back itself: so a branch is gone on with.
 */
export function stretchesOf(rewinds: readonly Rewind[], head: number): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let last = head;
  for (const { seq, toSeq } of [...rewinds].reverse()) {
    if (seq > last) continue;
    stretches.push([seq, last]);
    last = Math.min(toSeq, seq - 1);
  }
  return [...stretches, [0, last]];
}

export function isOnLine(stretches: readonly Stretch[], seq: number): boolean {
  return stretches.some(([first, last]) => first <= seq && seq <= last);
}
