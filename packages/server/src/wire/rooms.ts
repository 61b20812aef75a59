/**
 * Memory for what goes to one reader alone. It is used again when his socket has let go of it: to have new pages from the
 * system, which clears them, takes longer than to fill them.
 */
export function takeRoom(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(ROOM_BYTES);
}

/** Of whoever has it, or a part of it, and will neither read nor write there any more. Other memory is let go. */
export function giveRoom({ buffer }: Buffer): void {
  if (buffer.byteLength === ROOM_BYTES && spare.length < MAX_SPARE) spare.push(Buffer.from(buffer));
}

const spare: Buffer[] = [];

/** Most pieces of a long session fit, however many bytes their characters take. */
export const ROOM_BYTES = 256 * 1024;
/** As many as read at once as fast as they are written to. */
const MAX_SPARE = 16;
