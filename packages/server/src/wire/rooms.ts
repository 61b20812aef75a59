/**
 * Memory for what goes to one reader alone. It is used again when his socket has let go of it: to have new pages from the
 * system, which clears them, takes longer than to fill them.
 */
export function takeRoom(bytes: number): Buffer {
  if (bytes > ROOM_BYTES) return Buffer.allocUnsafeSlow(bytes);
  return spare.pop() ?? Buffer.allocUnsafeSlow(ROOM_BYTES);
}

/** Of whoever has it, or a part of it, and will neither read nor write there any more. */
export function giveRoom({ buffer }: Buffer): void {
  if (buffer.byteLength === ROOM_BYTES && spare.length < MAX_SPARE) spare.push(Buffer.from(buffer));
}

const spare: Buffer[] = [];

/** A piece has it, however many bytes its characters take. */
const ROOM_BYTES = 256 * 1024;
/** Those who read as fast as they are written to need one at a time. */
const MAX_SPARE = 16;
