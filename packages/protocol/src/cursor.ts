/** A place in a session's frames: the event that caused the frame, and which of that event's frames it is. */
export interface Cursor {
  seq: number;
  sub: number;
}

export function formatCursor({ seq, sub }: Cursor): string {
  return `${seq}.${sub}`;
}

/** `12.1`, or `12` for "all frames of event 12 were seen". undefined when the text is no cursor. */
export function parseCursor(text: string): Cursor | undefined {
  const match = /^(\d{1,15})(?:\.(\d{1,9}))?$/.exec(text);
  if (!match) return undefined;
  return { seq: Number(match[1]), sub: match[2] === undefined ? Number.MAX_SAFE_INTEGER : Number(match[2]) };
}

export function isAfter(frame: Cursor, cursor: Cursor): boolean {
  return frame.seq > cursor.seq || (frame.seq === cursor.seq && frame.sub > cursor.sub);
}
