/**
 * A text that is said in many small pieces by many at once. Kept outside the heap: strings that live until the text is
 * complete would be moved about by every collection of garbage until then.
 */
export class GrowingText {
  #full: Buffer[] = [];
  #last = NOTHING;
  #used = 0;

  add(piece: string): void {
    const bytes = piece.length * UNIT_BYTES;
    if (this.#used + bytes > this.#last.length) this.#begin(bytes);
    // As code units: a piece may end in the middle of a character.
    this.#used += this.#last.write(piece, this.#used, 'utf16le');
  }

  set(text: string): void {
    this.#full = [];
    this.#last = NOTHING;
    this.#used = 0;
    this.add(text);
  }

  toString(): string {
    return Buffer.concat([...this.#full, this.#said]).toString('utf16le');
  }

  get #said(): Buffer {
    return this.#last.subarray(0, this.#used);
  }

  /** What is there stays where it is: texts that grow together would all be copied together. */
  #begin(bytes: number): void {
    if (this.#used > 0) this.#full.push(this.#said);
    this.#last = Buffer.allocUnsafeSlow(Math.max(bytes, Math.min(MOST_BYTES, this.#last.length * 2 || FIRST_BYTES)));
    this.#used = 0;
  }
}

const NOTHING = Buffer.alloc(0);
const UNIT_BYTES = 2;
const FIRST_BYTES = 512;
const MOST_BYTES = 4_096;
