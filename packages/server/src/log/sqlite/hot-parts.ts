import type { KeptText } from '../lines.ts';
import type { BlockLines } from './block.ts';
import type { Journal, JournalPart } from './journal.ts';
import type { Places } from './places.ts';
import type { Tail } from './tail.ts';

/**
 * The parts with a session's events from `first` to `last`, or until that is enough, that are in no segment yet, and those
 * that lead to them.
 */
export function hotParts(journal: Journal, tail: Tail, first: number, last: number, enoughChars: number): KeptText[] {
  const found: KeptText[] = [];
  let chars = 0;
  const parts = new Parts(journal, tail);
  for (let place = parts.placeToRead(first); place < parts.length; place += 1) {
    const { head, block } = parts.at(place);
    if (head.first > last) break;
    const text = block.text(head);
    const end = head.first + head.count - 1;
    found.push({ first: head.first, last: end, text });
    chars += text.length;
    if (end >= first && chars >= enoughChars) break;
  }
  return found;
}

/** All of them as they are kept. */
export function keptParts(journal: Journal, { places }: Tail): BlockLines[] {
  const kept: BlockLines[] = [];
  for (let i = 0; i < places.length; i += 1) kept.push(journal.block(places.rowAt(i)).lines(places.partAt(i)));
  return kept;
}

/** What the journal has of one session, oldest first. */
class Parts {
  readonly #journal: Journal;
  readonly #places: Places;

  constructor(journal: Journal, { places }: Tail) {
    this.#journal = journal;
    this.#places = places;
  }

  get length(): number {
    return this.#places.length;
  }

  at(place: number): JournalPart {
    return this.#journal.part(this.#places.rowAt(place), this.#places.partAt(place));
  }

  /** Where to begin for the event `seq`: the last place before it that can be read without those before. */
  placeToRead(seq: number): number {
    let [low, high] = [0, this.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.at(middle).head.first <= seq) low = middle;
      else high = middle - 1;
    }
    while (low > 0 && !this.at(low).head.isAnew) low -= 1;
    return low;
  }
}
