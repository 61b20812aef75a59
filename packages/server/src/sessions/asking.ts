import type { InputOutcome } from '@polywire/protocol';
import type { Answer, Question } from '../agents/contract.ts';
import { detached } from '../detached.ts';
import type { Run } from './run.ts';
import type { Settling } from './settling.ts';

interface Open {
  answer(answer: Answer): void;
  readonly expiry: NodeJS.Timeout | undefined;
}

export interface AskingOptions {
  readonly run: Pick<Run, 'past' | 'ledger' | 'signal' | 'isOver' | 'emit'>;
  readonly settling: Settling;
  /** How long a question may stay open; 0: for ever. */
  readonly inputMs: number;
  now(): number;
  /** No answer came in time. */
  expired(): void;
  report(error: unknown): void;
}

/** The questions of a run, from when they are asked until they are answered. */
export class Asking {
  readonly #options: AskingOptions;
  /** Those that the agent waits for: after a restart it may not have come to an open one. */
  readonly #open = new Map<string, Open>();
  readonly #answeredBy = new Set<string>();

  constructor(options: AskingOptions) {
    this.#options = options;
  }

  get isWaiting(): boolean {
    return this.#open.size > 0;
  }

  /** Whether that message was the answer to one. */
  wasAnsweredBy(ref: string): boolean {
    return this.#answeredBy.has(ref);
  }

  readonly ask = (question: Question, elsewhere?: Promise<Answer>): Promise<Answer> => {
    const { run, settling, inputMs, now, report } = this.#options;
    const { inputId } = question;
    const known = run.past.question(inputId);
    if (known?.answer) return Promise.resolve(known.answer);
    const expiresAt = inputMs > 0 ? { expiresAt: now() + inputMs } : {};
    if (!run.ledger.inputs.has(inputId)) run.emit({ type: 'input.requested', ...question, ...expiresAt });
    settling.soon();
    const there = elsewhere?.then((answer) => {
      if (run.ledger.inputs.has(inputId)) this.resolve(inputId, answer, {});
    });
    detached(there, report);
    return this.#wait(inputId);
  };

  /** Takes the answer to an open question. The caller has made sure that it is open and that the answer is clear. */
  resolve(inputId: string, answer: Answer & { outcome: InputOutcome }, by: { by?: string; ref?: string }): void {
    const { run, settling } = this.#options;
    if (by.ref !== undefined) this.#answeredBy.add(by.ref);
    run.past.waitsSince = undefined;
    run.emit({ type: 'input.resolved', inputId, ...answer, ...by });
    settling.wake();
    // After a restart the answer may come before the agent has asked again.
    if (!this.#answer(inputId, answer)) run.past.answered(inputId, answer);
    settling.soon();
  }

  /** Nobody waits any more. */
  clear(): void {
    for (const { expiry } of this.#open.values()) clearTimeout(expiry);
    this.#open.clear();
  }

  #wait(inputId: string): Promise<Answer> {
    const { signal } = this.#options.run;
    const expiry = this.#expireLater(inputId);
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
  #answer(inputId: string, answer: Answer): boolean {
    const open = this.#open.get(inputId);
    this.#open.delete(inputId);
    clearTimeout(open?.expiry);
    open?.answer(answer);
    return open !== undefined;
  }

  #expireLater(inputId: string): NodeJS.Timeout | undefined {
    const { run, now, expired } = this.#options;
    const expiresAt = run.ledger.inputs.get(inputId)?.expiresAt;
    if (expiresAt === undefined) return undefined;
    const expire = () => {
      if (run.isOver || !run.ledger.inputs.has(inputId)) return;
      run.emit({ type: 'input.resolved', inputId, outcome: 'expired' });
      expired();
    };
    return setTimeout(expire, Math.max(0, expiresAt - now())).unref();
  }
}
