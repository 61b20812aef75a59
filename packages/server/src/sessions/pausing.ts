import type { RunEvent } from '@polywire/protocol';
import type { Agent } from '../agents/contract.ts';
import type { Run } from './run.ts';
import type { Settling } from './settling.ts';
import { YIELD_ID, Yielding } from './yielding.ts';

type Paused = Pick<
  Run,
  'runId' | 'locale' | 'status' | 'isOver' | 'signal' | 'ledger' | 'emit' | 'ask' | 'resolve' | 'newId'
>;

/** How a run comes to pause and to go on: it just waits, or asks what should be different, as its agent likes. */
export class Pausing {
  readonly #run: Paused;
  readonly #agent: Agent;
  readonly #settling: Settling;
  readonly #yielding: Yielding;

  constructor(run: Paused, agent: Agent, settling: Settling, events: readonly RunEvent[]) {
    this.#run = run;
    this.#agent = agent;
    this.#settling = settling;
    this.#yielding = new Yielding(events);
  }

  /** What the user said in its pauses. */
  get told(): readonly string[] {
    return this.#yielding.told;
  }

  begin(): void {
    const { pause } = this.#settling;
    if (pause.isWanted || this.#run.isOver) return;
    pause.begin();
    this.#agent.control?.(this.#run.runId, 'pause');
    const { status, emit } = this.#run;
    if (status === 'paused') return;
    emit({ type: 'run.status', status: status === 'awaiting_input' ? 'paused' : 'pausing' });
    this.#settling.soon();
  }

  end(): void {
    const { pause } = this.#settling;
    const { openQuestion } = this.#yielding;
    if (openQuestion !== undefined && this.#run.ledger.inputs.has(openQuestion)) {
      this.#run.resolve(openQuestion, { outcome: 'answered', text: '' }, {});
    }
    if (!pause.isWanted || this.#run.isOver) return;
    this.#run.emit({ type: 'run.status', status: 'active' });
    pause.end();
    this.#agent.control?.(this.#run.runId, 'resume');
    this.#settling.soon();
  }

  /** Between two pieces of work. */
  async point(): Promise<void> {
    if (this.#yielding.openQuestion !== undefined) return this.#yield();
    if (!this.#settling.pause.isWanted) return;
    if (this.#agent.onPause === 'yield') return this.#yield();
    await this.#settling.hold();
  }

  /** In the middle of one. */
  breath(): Promise<void> | undefined {
    // Whoever yields asks the user, and does so between two steps.
    return this.#settling.pause.isWanted && this.#agent.onPause !== 'yield' ? this.#settling.holdWithin() : undefined;
  }

  /** The pause is the user's turn: it ends with what they say. */
  #yield(): Promise<void> {
    const { locale, newId, ask } = this.#run;
    this.#settling.pause.end();
    return this.#yielding.ask(locale, () => newId(YIELD_ID), ask);
  }
}
