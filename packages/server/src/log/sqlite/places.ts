/**
 * Where in the journal a session's parts are, oldest first: each by its row's id and its number there. Grows by one with
 * every commit and begins anew every few seconds, in thousands of sessions: as a list on the heap it was half of what
 * reached the old one.
 */
export class Places {
  /** A row and a part, and so on. As doubles: there may be more rows than fit into 32 bits. */
  #numbers = NONE;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(row: number, part: number): void {
    const at = this.#length * 2;
    if (at === this.#numbers.length) this.#grow();
    this.#numbers[at] = row;
    this.#numbers[at + 1] = part;
    this.#length += 1;
  }

  rowAt(place: number): number {
    return this.#numbers[place * 2] as number;
  }

  partAt(place: number): number {
    return this.#numbers[place * 2 + 1] as number;
  }

  /** The room stays for those to come, unless there was far more than usual. */
  clear(): void {
    this.#length = 0;
    if (this.#numbers.length > MOST_KEPT) this.#numbers = NONE;
  }

  #grow(): void {
    const larger = new Float64Array(Math.max(FIRST, this.#numbers.length * 2));
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}

const NONE = new Float64Array(0);
const FIRST = 32;
const MOST_KEPT = 2_048;
