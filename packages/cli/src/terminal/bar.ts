import type { Output } from '../contract.ts';

const WIDTH = 24;

/** A line that grows in place on a terminal; nothing at all elsewhere. */
export class Bar {
  readonly #output: Output;
  readonly #label: string;
  #last = '';

  constructor(output: Output, label: string) {
    this.#output = output;
    this.#label = label;
  }

  show(done: number, all: number, what = ''): void {
    if (!this.#output.isTTY) return;
    const share = all === 0 ? 1 : Math.min(1, done / all);
    const filled = Math.round(share * WIDTH);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
    const line = `${this.#label} ${bar} ${String(Math.round(share * 100)).padStart(3)}% ${what}`;
    if (line === this.#last) return;
    this.#last = line;
    this.#output.write(`\r\u001b[K${line}`);
  }

  end(): void {
    if (this.#last !== '') this.#output.write('\r\u001b[K');
    this.#last = '';
  }
}
