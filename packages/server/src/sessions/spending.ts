import type { TokenUsage } from '@polywire/protocol';

/** What a run has used, before and after restarts. */
export class Spending {
  #usage: TokenUsage;
  #cost: number;

  constructor({ usage, cost }: { readonly usage: TokenUsage; readonly cost: number }) {
    this.#usage = usage;
    this.#cost = cost;
  }

  get spent(): { readonly tokens: number; readonly cost: number } {
    return { tokens: this.#usage.total, cost: this.#cost };
  }

  add({ input, output, total, cost = 0 }: TokenUsage & { cost?: number | undefined }): void {
    const sum = this.#usage;
    this.#usage = { input: sum.input + input, output: sum.output + output, total: sum.total + total };
    this.#cost += cost;
  }

  /** As the end of the run tells it. */
  told(): { readonly usage?: TokenUsage; readonly cost?: number } {
    return { ...(this.#usage.total > 0 && { usage: this.#usage }), ...(this.#cost > 0 && { cost: this.#cost }) };
  }
}
