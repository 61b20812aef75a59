import type { Cursor, EncodedFrame } from '@polywire/protocol';
import type { Format } from './format.ts';

/** Frames that go out together. The bytes are made once for each way they are wanted, and shared by all watchers. */
export class Piece {
  readonly frames: readonly EncodedFrame[];
  /** The client's id of the message that begins here: a run that started, or a question that was answered. */
  readonly begins: string | undefined;
  /** Nothing comes after it: the one run that was asked for is over. */
  readonly isLast: boolean;
  /** Its last frame. */
  readonly last: Cursor;
  readonly endsTurn: boolean;
  /** Most are wanted in one way only. */
  #format: Format | undefined;
  #bytes: Buffer | undefined;
  #others: Map<Format, Buffer> | undefined;

  constructor(frames: readonly EncodedFrame[], begins?: string, isLast = false) {
    this.frames = frames;
    this.begins = begins;
    this.isLast = isLast;
    const last = frames.at(-1) as EncodedFrame;
    this.last = last;
    this.endsTurn = last.endsTurn === true;
  }

  bytes(format: Format): Buffer {
    if (format === this.#format && this.#bytes) return this.#bytes;
    const made = this.#others?.get(format);
    if (made) return made;
    const bytes = format.bytes(this.frames);
    if (this.#format) {
      this.#others ??= new Map();
      this.#others.set(format, bytes);
    } else {
      this.#format = format;
      this.#bytes = bytes;
    }
    return bytes;
  }
}
