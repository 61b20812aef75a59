import type { EncodedFrame } from '../dialect.ts';
import type { EventOf } from '../events.ts';
import type { Ledger } from '../ledger.ts';

type Question = NonNullable<Ledger['oldestInput']>;

/** A turn of a wire whose front ends take the next message only after its end. */
export class Turn {
  /** Something was sent that no end followed yet. */
  isOpen = false;
  /** A fatal error waits for its run's end: what is open closes before it. */
  failure: EventOf<'error'> | undefined;
  /** The question that ended the last turn. */
  #asked: string | undefined;

  /** A run begins, or is over. */
  clear(): void {
    this.isOpen = false;
    this.failure = undefined;
    this.#asked = undefined;
  }

  sent(frames: readonly EncodedFrame[]): void {
    const last = frames.at(-1);
    if (last) this.isOpen = !last.endsTurn;
  }

  /** What the turn ends with, where the run waits: the oldest question, asked again only to who may not have seen it. */
  question({ status }: EventOf<'run.status'>, { oldestInput }: Ledger): Question | undefined {
    if (status === 'active') this.#asked = undefined;
    if (status !== 'awaiting_input' || !oldestInput) return undefined;
    if (oldestInput.inputId === this.#asked && !this.isOpen) return undefined;
    this.#asked = oldestInput.inputId;
    return oldestInput;
  }
}
