/**
 * Room for what is kept for a while and let go in the order in which it came. It is used again and again: memory of its
 * own for each would be given back only by a collection of the old heap, and make one come every few seconds.
 */
export class Ring {
  readonly #bytes: Buffer;
  /** What is kept begins here, and may go around the end. */
  #from = 0;
  #to = 0;
  /** Where room is that nobody has asked for. */
  #next = 0;
  #count = 0;

  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafeSlow(size);
  }

  /** So much room, to be kept or given back. Where there is none left, it comes from elsewhere. */
  room(size: number): Buffer {
    const needed = roundedUp(size);
    const at = this.#placeFor(needed);
    if (at === undefined) return Buffer.allocUnsafeSlow(size);
    this.#next = at + needed;
    return this.#bytes.subarray(at, at + size);
  }

  /** All that was asked for is kept in the order in which it was asked for. */
  keep(room: Buffer): void {
    if (!this.#has(room)) return;
    this.#to = endOf(room);
    this.#count += 1;
  }

  /** Whatever was asked for and is not kept. */
  giveBack(): void {
    this.#next = this.#to;
  }

  /** The oldest that is kept. */
  release(room: Buffer): void {
    if (!this.#has(room)) return;
    this.#from = endOf(room);
    this.#count -= 1;
    if (this.#count === 0 && this.#next === this.#to) {
      this.#from = 0;
      this.#to = 0;
      this.#next = 0;
    }
  }

  #placeFor(size: number): number | undefined {
    // Never up to `from`: a ring that is full would look like one that is empty.
    if (this.#next < this.#from) return size < this.#from - this.#next ? this.#next : undefined;
    if (size <= this.#bytes.length - this.#next) return this.#next;
    return size < this.#from ? 0 : undefined;
  }

  #has(room: Buffer): boolean {
    return room.buffer === this.#bytes.buffer;
  }
}

function endOf(room: Buffer): number {
  return roundedUp(room.byteOffset + room.length);
}

/** So that numbers can be put at the beginning of each. */
function roundedUp(size: number): number {
  return Math.ceil(size / ALIGNMENT) * ALIGNMENT;
}

const ALIGNMENT = 4;
