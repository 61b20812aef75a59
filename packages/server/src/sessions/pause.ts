/** Whether a run is to pause, and what waits until it goes on. */
export class Pause {
  #over: Promise<void> | undefined;
  #end: (() => void) | undefined;
  #held = 0;

  get isWanted(): boolean {
    return this.#over !== undefined;
  }

  /** Whether something has come to where it waits. */
  get isHolding(): boolean {
    return this.#held > 0;
  }

  begin(): void {
    this.#over = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  end(): void {
    this.#over = undefined;
    this.#end?.();
  }

  /** Waits until the run goes on; rejects when it is to end. */
  async hold(signal: AbortSignal): Promise<void> {
    this.#held += 1;
    let wake: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      wake = resolve;
      signal.addEventListener('abort', wake, { once: true });
    });
    try {
      await Promise.race([this.#over, ended]);
    } finally {
      this.#held -= 1;
      signal.removeEventListener('abort', wake);
    }
    signal.throwIfAborted();
  }
}
