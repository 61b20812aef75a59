type Close = () => unknown;

/**
 * What has been opened so far. A start that fails half-way and a server that goes down end in the same way: part after
 * part, the last first, and none is left open because another could not be closed.
 */
export class Closers {
  readonly #parts: Close[] = [];
  #closing: Promise<void> | undefined;

  /** Takes note how to close what was opened just now. */
  add(close: Close): void {
    this.#parts.push(close);
  }

  /** Rejects with everything that went wrong, once all parts have had their turn. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    const errors: unknown[] = [];
    for (let close = this.#parts.pop(); close; close = this.#parts.pop()) {
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, messagesOf(errors));
  }
}

function messagesOf(errors: readonly unknown[]): string {
  return errors.map((error) => (error instanceof Error ? error.message : String(error))).join('; ');
}
