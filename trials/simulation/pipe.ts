import type { Format } from '../../packages/server/src/wire/format.ts';
import type { Sink } from '../../packages/server/src/wire/sink.ts';

/** A connection as the server sees it: what is written waits until the other side reads. */
export class Pipe implements Sink {
  format: Format;
  /** So that a few frames fill it, where it is to be a narrow one. */
  readonly #weight: number;
  readonly #isDead: () => boolean;
  readonly #onWrite: (bytes: Buffer) => void;
  #unread: Buffer[] = [];
  #onDrain: (() => void)[] = [];
  #isEnded = false;

  constructor(format: Format, weight: number, isDead: () => boolean, onWrite: (bytes: Buffer) => void) {
    this.format = format;
    this.#weight = weight;
    this.#isDead = isDead;
    this.#onWrite = onWrite;
  }

  get buffered(): number {
    return this.#unread.reduce((sum, { length }) => sum + length, 0) * this.#weight;
  }

  get hasUnread(): boolean {
    return this.#unread.length > 0;
  }

  /** The server has closed it; what was written before can still be read. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  write(bytes: Buffer): boolean {
    if (this.#isEnded) return false;
    // A process that is no more writes nothing, whatever is left of it here.
    if (this.#isDead()) return true;
    this.#onWrite(bytes);
    this.#unread.push(bytes);
    return true;
  }

  onceDrained(callback: () => void): void {
    this.#onDrain.push(callback);
  }

  end(): void {
    this.#isEnded = true;
  }

  cut(): void {
    this.#isEnded = true;
  }

  /** What the other side takes at once: at most so many writes. */
  read(count: number): Buffer[] {
    const taken = this.#unread.splice(0, count);
    if (this.#unread.length > 0 || taken.length === 0) return taken;
    const told = this.#onDrain;
    this.#onDrain = [];
    for (const callback of told) callback();
    return taken;
  }
}
