/** Bytes of one file that is in memory until it is read. */
export interface Claim {
  /** False where there is no room for so many more. */
  take(bytes: number): boolean;
  /** Gives all of it back. */
  free(): void;
}

/** How much may wait to be read at a time: so many bytes of one owner, and twice as many of all of them. */
export class Room {
  readonly #limit: number;
  readonly #used = new Map<string, number>();
  #all = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  claim(owner: string): Claim {
    let taken = 0;
    return {
      take: (bytes) => {
        // Small ones take room in other ways.
        const more = taken === 0 ? Math.max(bytes, LEAST) : bytes;
        const used = (this.#used.get(owner) ?? 0) + more;
        if (used > this.#limit || this.#all + more > 2 * this.#limit) return false;
        this.#add(owner, more);
        taken += more;
        return true;
      },
      free: () => {
        this.#add(owner, -taken);
        taken = 0;
      },
    };
  }

  /** Owners are named in the configuration, so there are few. */
  #add(owner: string, bytes: number): void {
    this.#used.set(owner, (this.#used.get(owner) ?? 0) + bytes);
    this.#all += bytes;
  }
}

const LEAST = 16 * 1024;
