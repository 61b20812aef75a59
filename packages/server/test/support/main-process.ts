import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** The program as people start it, with all that it prints. */
export class MainProcess {
  output = '';
  readonly #child: ChildProcess;
  readonly #exited: Promise<number | null>;
  #wake: () => void = () => undefined;

  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const all = ['--import', 'tsx', main, ...args];
    this.#child = spawn(process.execPath, all, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk) => {
        this.output += String(chunk);
        this.#wake();
      });
    }
    this.#exited = once(this.#child, 'close').then(([code]) => {
      this.#wake();
      return code as number | null;
    });
  }

  /** The first match in what it printed. */
  async printed(pattern: RegExp): Promise<string> {
    for (;;) {
      const [found] = pattern.exec(this.output) ?? [];
      if (found !== undefined) return found;
      if (this.#child.exitCode !== null) throw new Error(`it ended without a word of ${pattern}: ${this.output}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  exited(): Promise<number | null> {
    return this.#exited;
  }

  stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    return this.#exited;
  }
}
