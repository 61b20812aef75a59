/** What stands between two messages where a front end puts all text into one place. */
export const PARAGRAPH = '\n\n';

/**
 * The text of a turn as a front end sees it that only joins what it is sent: tells where a break belongs, so that no
 * message touches the one before it.
 */
export class Paragraphs {
  readonly #begun = new Set<string>();
  #id: string | undefined;
  /** The last of what was said. */
  #tail = PARAGRAPH;

  /** Takes a piece of a message. True: it is the first one, right behind another text, so a break belongs before it. */
  add(id: string, piece: string): boolean {
    if (piece === '') return false;
    const tail = this.#tail;
    this.#tail = piece;
    if (id === this.#id) return false;
    this.#id = id;
    if (this.#begun.has(id)) return false;
    this.#begun.add(id);
    return !tail.endsWith('\n');
  }

  /** Takes words that stand alone, with their own breaks around them. */
  alone(): void {
    this.#id = undefined;
    this.#tail = PARAGRAPH;
  }

  clear(): void {
    this.#begun.clear();
    this.alone();
  }
}
