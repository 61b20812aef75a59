import { ROOM_BYTES, takeRoom } from './rooms.ts';

/** Text frames as a server sends them (RFC 6455, unmasked, unfragmented), all in one buffer: one write for many frames. */
export function wsTextFrames(frames: readonly Text[]): Buffer {
  const most = mostBytes(frames);
  if (most > SLAB_BYTES) return ownFrames(most, frames);
  if (most > slab.length - used) takeSlab();
  const from = used;
  used = writeFrames(slab, from, frames);
  return slab.subarray(from, used);
}

/** The same, in a room of their own where they fill one: a reader who stands still holds whatever he was given. */
export function wsTextFramesInRoom(frames: readonly Text[]): Buffer {
  const most = mostBytes(frames);
  if (most < ROOM_BYTES / 2 || most > ROOM_BYTES) return wsTextFrames(frames);
  const room = takeRoom();
  return room.subarray(0, writeFrames(room, 0, frames));
}

interface Text {
  readonly data: string;
}

function mostBytes(frames: readonly Text[]): number {
  let most = 0;
  for (const { data } of frames) most += MAX_HEADER + data.length * MAX_UNIT_BYTES;
  return most;
}

/** Frames are written one after another into the same memory; it lives as long as somebody has yet to read a part. */
let slab = Buffer.alloc(0);
let used = 0;

function takeSlab(): void {
  slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
  used = 0;
}

/** What is large has memory of its own and no more of it than it needs: it may have to wait for a slow reader. */
function ownFrames(most: number, frames: readonly Text[]): Buffer {
  const room = most > MAX_DRAFT_BYTES ? Buffer.allocUnsafeSlow(most) : draft;
  return Buffer.from(room.subarray(0, writeFrames(room, 0, frames)));
}

const SLAB_BYTES = 64 * 1024;
const MAX_DRAFT_BYTES = 512 * 1024;
/** Shared: between writing into it and copying from it nothing else runs. */
const draft = Buffer.allocUnsafeSlow(MAX_DRAFT_BYTES);
const MAX_HEADER = 10;
/** What a unit of a string takes in UTF-8 at most. */
const MAX_UNIT_BYTES = 3;
const FINAL_TEXT = 0x81;
const LENGTH_IN_2_BYTES = 126;
const LENGTH_IN_8_BYTES = 127;

/** Returns where they end. */
function writeFrames(buffer: Buffer, from: number, frames: readonly Text[]): number {
  let at = from;
  for (const { data: text } of frames) {
    const header = headerSize(text);
    const length = buffer.write(text, at + header);
    writeHeader(buffer, at, length);
    at += header + length;
  }
  return at;
}

/** By the number of characters where that is enough to know: counting bytes costs as much as writing them. */
function headerSize(text: string): number {
  const { length } = text;
  if (length * MAX_UNIT_BYTES < LENGTH_IN_2_BYTES) return 2;
  if (length >= LENGTH_IN_2_BYTES && length * MAX_UNIT_BYTES < 65_536) return 4;
  return sizeFor(Buffer.byteLength(text));
}

function sizeFor(bytes: number): number {
  if (bytes < LENGTH_IN_2_BYTES) return 2;
  return bytes < 65_536 ? 4 : 10;
}

function writeHeader(buffer: Buffer, at: number, length: number): void {
  buffer[at] = FINAL_TEXT;
  if (length < LENGTH_IN_2_BYTES) {
    buffer[at + 1] = length;
  } else if (length < 65_536) {
    buffer[at + 1] = LENGTH_IN_2_BYTES;
    buffer[at + 2] = length >> 8;
    buffer[at + 3] = length & 0xff;
  } else {
    buffer[at + 1] = LENGTH_IN_8_BYTES;
    buffer.writeUInt32BE(0, at + 2);
    buffer.writeUInt32BE(length, at + 6);
  }
}
