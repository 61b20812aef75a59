import type { Answer } from '../agents/contract.ts';

interface Open {
  answer(answer: Answer): void;
  readonly expiry: NodeJS.Timeout | undefined;
}

/** The questions that a run's agent waits for. */
export class Asking {
  readonly #open = new Map<string, Open>();

  get isWaiting(): boolean {
    return this.#open.size > 0;
  }

  /** Waits for the answer. `expiry` is what ends the waiting otherwise. */
  wait(inputId: string, signal: AbortSignal, expiry: NodeJS.Timeout | undefined): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const end = () => reject(signal.reason);
      signal.addEventListener('abort', end, { once: true });
      const answer = (given: Answer) => {
        signal.removeEventListener('abort', end);
        resolve(given);
      };
      this.#open.set(inputId, { answer, expiry });
    });
  }

  /** False where nobody waits for it. */
  answer(inputId: string, answer: Answer): boolean {
    const open = this.#open.get(inputId);
    this.#open.delete(inputId);
    clearTimeout(open?.expiry);
    open?.answer(answer);
    return open !== undefined;
  }

  /** Nobody waits any more. */
  clear(): void {
    for (const { expiry } of this.#open.values()) clearTimeout(expiry);
    this.#open.clear();
  }
}
