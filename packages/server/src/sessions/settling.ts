import { Pause } from './pause.ts';
import type { Run } from './run.ts';

/** Whether anything of a run moves. Once nothing does, it is said to wait for an answer, or to be paused. */
export class Settling {
  readonly pause = new Pause();
  readonly #run: Pick<Run, 'status' | 'isOver' | 'signal' | 'emit'>;
  readonly #isAsking: () => boolean;
  #working = 0;

  /** `isAsking`: whether the agent waits for an answer. */
  constructor(run: Pick<Run, 'status' | 'isOver' | 'signal' | 'emit'>, isAsking: () => boolean) {
    this.#run = run;
    this.#isAsking = isAsking;
  }

  /** While something works, the run does not wait for input, whatever is asked. */
  async working<T>(work: () => Promise<T>): Promise<T> {
    this.#working += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
      this.soon();
    }
  }

  /** Waits between two pieces of work until the pause is over. */
  async hold(): Promise<void> {
    this.soon();
    await this.pause.hold(this.#run.signal);
  }

  /** The same in the middle of one: what waits there does not work. */
  async holdWithin(): Promise<void> {
    this.#working -= 1;
    try {
      await this.hold();
    } finally {
      this.#working += 1;
    }
  }

  /** Somebody has answered, or is to be asked again: it moves, unless it is to pause. */
  wake(): void {
    if (this.#run.status !== 'active' && !this.pause.isWanted) this.#run.emit({ type: 'run.status', status: 'active' });
  }

  /** Once the agent had its turn: if nothing moves, the run waits for an answer, or is paused where it is to be. */
  soon(): void {
    setImmediate(() => {
      const { status, isOver, emit } = this.#run;
      if (isOver || this.#working > 0) return;
      const isAsking = this.#isAsking();
      if (status === 'pausing' && this.pause.isWanted && (isAsking || this.pause.isHolding)) {
        emit({ type: 'run.status', status: 'paused' });
      } else if (!this.pause.isWanted && isAsking && status !== 'awaiting_input') {
        emit({ type: 'run.status', status: 'awaiting_input' });
      }
    });
  }
}
