/**
 * A text that is said in many small pieces by many at once. Kept outside the heap: strings that live until the text is
 * complete would be moved about by every collection of garbage until then.
 */
export class GrowingText {
  #bytes = NOTHING;
  #length = 0;

  add(piece: string): void {
    const needed = this.#length + piece.length * UNIT_BYTES;
    if (needed > this.#bytes.length) this.#grow(needed);
    // As code units: a piece may end in the middle of a character.
    this.#length += this.#bytes.write(piece, this.#length, 'utf16le');
  }

  set(text: string): void {
    this.#length = 0;
    this.add(text);
  }

  toString(): string {
    return this.#bytes.toString('utf16le', 0, this.#length);
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

const NOTHING = Buffer.alloc(0);
const UNIT_BYTES = 2;
const FIRST_BYTES = 512;
