import type { EncodedFrame } from '@polywire/protocol';
import { Piece } from './piece.ts';

/**
 * Frames to pieces: a piece ends where a turn ends and a new one begins where a message's answer begins, so that a
 * connection that is there for one turn takes whole pieces or none.
 */
export class Pieces {
  /** The message that the next frames answer. */
  begins: string | undefined;
  /** Most are one piece of one frame, and lists that begin with it have no more room than they need. */
  #made: Piece[] | undefined;
  #frames: EncodedFrame[] | undefined;
  #chars = 0;

  constructor(begins: string | undefined) {
    this.begins = begins;
  }

  begin(ref: string): void {
    this.close();
    this.begins = ref;
  }

  add(frame: EncodedFrame, mayBeLast = false): void {
    if (this.#frames) this.#frames.push(frame);
    else this.#frames = [frame];
    this.#chars += frame.data.length;
    if (frame.endsTurn || this.#frames.length >= MAX_PIECE_FRAMES || this.#chars >= MAX_PIECE_CHARS) {
      this.close(mayBeLast && frame.endsTurn === true);
    }
  }

  close(isLast = false): void {
    if (!this.#frames) return;
    const piece = new Piece(this.#frames, this.begins, isLast);
    if (this.#made) this.#made.push(piece);
    else this.#made = [piece];
    this.begins = undefined;
    this.#frames = undefined;
    this.#chars = 0;
  }

  /** Those that are whole. Whoever has them decides how long they live. */
  taken(): readonly Piece[] {
    const made = this.#made ?? NONE;
    this.#made = undefined;
    return made;
  }
}

const NONE: readonly Piece[] = [];

/** Keep a piece near what a socket buffers anyway: it is the least that a reader who does not read is given. */
const MAX_PIECE_FRAMES = 512;
const MAX_PIECE_CHARS = 64 * 1024;
