/** Lets so many in at a time; the others wait in line. */
export class Turnstile {
  #free: number;
  readonly #line: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** Returns how to leave. */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      const next = this.#line.shift();
      if (next) next();
      else this.#free += 1;
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const called = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#line.splice(this.#line.indexOf(called), 1);
        reject(signal.reason);
      };
      this.#line.push(called);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
