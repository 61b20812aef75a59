/** The time a tool may take. It stands still while the tool waits for an answer of the user. */
export class ToolClock {
  readonly #abort = new AbortController();
  #leftMs: number;
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #waiting = 0;

  /** 0: as long as it likes. */
  constructor(limitMs: number) {
    this.#leftMs = limitMs > 0 ? limitMs : Number.POSITIVE_INFINITY;
    this.#go();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  async waiting<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting++ === 0) this.stop();
    try {
      return await work();
    } finally {
      if (--this.#waiting === 0) this.#go();
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#startedAt;
  }

  #go(): void {
    this.#startedAt = performance.now();
    if (!Number.isFinite(this.#leftMs)) return;
    this.#timer = setTimeout(() => this.#abort.abort(), Math.max(0, this.#leftMs)).unref();
  }
}
