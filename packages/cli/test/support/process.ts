import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const program = fileURLToPath(new URL('../../bin/polywire.mjs', import.meta.url));

/** The program as a shell starts it. */
export class CliProcess {
  stdout = '';
  stderr = '';
  readonly child: ChildProcessWithoutNullStreams;
  readonly exited: Promise<number | null>;
  #wake: () => void = () => undefined;

  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.child = spawn(process.execPath, [program, ...args], { env: { ...process.env, LC_ALL: 'C', ...env } });
    this.child.stdout.on('data', (chunk) => {
      this.stdout += String(chunk);
      this.#wake();
    });
    this.child.stderr.on('data', (chunk) => {
      this.stderr += String(chunk);
      this.#wake();
    });
    this.exited = once(this.child, 'close').then(([code]) => {
      this.#wake();
      return code as number | null;
    });
  }

  /** Resolves when it has printed this; rejects when it ends before. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.stdout) ?? pattern.exec(this.stderr);
      if (found) return found;
      if (this.child.exitCode !== null) throw new Error(`ended without ${pattern}: ${this.stdout}${this.stderr}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal);
    return this.exited;
  }
}
