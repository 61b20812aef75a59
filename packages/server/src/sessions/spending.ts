import type { TokenUsage } from '@polywire/protocol';
import type { RunError } from '../agents/errors.ts';
import type { Spent } from './budget.ts';
import type { Limits } from './limits.ts';
import { overspent } from './overspent.ts';

/** What a run has used, before and after restarts, and whether that is too much. */
export class Spending {
  readonly #limits: Limits;
  readonly #ofOwner: (more: Spent) => Spent;
  #usage: TokenUsage;
  #cost: number;

  /** `ofOwner` counts more for the run's owner, and returns what all of their runs have used today. */
  constructor(
    past: { readonly usage: TokenUsage; readonly cost: number },
    limits: Limits,
    ofOwner: (more: Spent) => Spent,
  ) {
    this.#limits = limits;
    this.#ofOwner = ofOwner;
    this.#usage = past.usage;
    this.#cost = past.cost;
  }

  /** Returns why the run must end, where it must. */
  add({ input, output, total, cost = 0 }: TokenUsage & { cost?: number | undefined }): RunError | undefined {
    const sum = this.#usage;
    this.#usage = { input: sum.input + input, output: sum.output + output, total: sum.total + total };
    this.#cost += cost;
    return this.#check({ tokens: total, cost });
  }

  /** The same where nothing was used since. */
  check(): RunError | undefined {
    return this.#check({ tokens: 0, cost: 0 });
  }

  #check(more: Spent): RunError | undefined {
    return overspent(this.#limits, { tokens: this.#usage.total, cost: this.#cost }, this.#ofOwner(more));
  }

  /** As the end of the run tells it. */
  told(): { readonly usage?: TokenUsage; readonly cost?: number } {
    return { ...(this.#usage.total > 0 && { usage: this.#usage }), ...(this.#cost > 0 && { cost: this.#cost }) };
  }
}
