/** A place in a session's frames: the event that caused the frame, and which of that event's frames it is. */
export interface Cursor {
  seq: number;
  sub: number;
}

/** All frames of an event were seen. */
export function wholeOf(seq: number): Cursor {
  return { seq, sub: WHOLE };
}

/** More frames than any cursor in words can count; small enough for engines to keep it as they keep small numbers. */
const WHOLE = 1_000_000_000;

export function formatCursor({ seq, sub }: Cursor): string {
  return sub === WHOLE ? String(seq) : `${seq}.${sub}`;
}

/** `12.1`, or `12` for "all frames of event 12 were seen". undefined when the text is no cursor. */
export function parseCursor(text: string): Cursor | undefined {
  const match = /^(\d{1,15})(?:\.(\d{1,9}))?$/.exec(text);
  if (!match) return undefined;
  const seq = Number(match[1]);
  return match[2] === undefined ? wholeOf(seq) : { seq, sub: Number(match[2]) };
}

export function isAfter(frame: Cursor, cursor: Cursor): boolean {
  return frame.seq > cursor.seq || (frame.seq === cursor.seq && frame.sub > cursor.sub);
}
