import type { Runs } from '../store/contract.ts';

export interface Spent {
  readonly tokens: number;
  readonly cost: number;
}

/** What each owner has used within the last day, over all runs: known from the store at first, counted from then on. */
export class Budgets {
  readonly #runs: Runs;
  readonly #now: () => number;
  readonly #byOwner = new Map<string, { day: number; tokens: number; cost: number }>();

  constructor(runs: Runs, now: () => number) {
    this.#runs = runs;
    this.#now = now;
  }

  /** Makes what the owner has used known. */
  async load(owner: string): Promise<void> {
    const day = this.#day();
    if (this.#byOwner.get(owner)?.day === day) return;
    const spent = await this.#runs.spent(owner, day * DAY_MS);
    if (this.#byOwner.get(owner)?.day !== day) this.#byOwner.set(owner, { day, ...spent });
  }

  /** Counts what a run used; returns what the owner has used in all today. */
  spend(owner: string, { tokens, cost }: Spent): Spent {
    const day = this.#day();
    const known = this.#byOwner.get(owner);
    const today = known?.day === day ? known : { day, tokens: 0, cost: 0 };
    today.tokens += tokens;
    today.cost += cost;
    this.#byOwner.set(owner, today);
    return today;
  }

  #day(): number {
    return Math.floor(this.#now() / DAY_MS);
  }
}

const DAY_MS = 24 * 60 * 60_000;
