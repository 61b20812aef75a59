import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';
import { program } from './process.ts';

/** util-linux's `script` gives a real terminal without any library; it is part of every Debian. */
export const hasPty = spawnSync('script', ['--version']).stdout?.toString().includes('util-linux') ?? false;

/** The program in a terminal of 100 columns; that a build machine's variable is set must not matter. */
export class PtyProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly exited: Promise<number | null>;
  #raw = '';
  #seen = 0;
  #wake: () => void = () => undefined;

  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const command = [process.execPath, program, ...args].map((arg) => `'${arg}'`).join(' ');
    this.#child = spawn('script', ['-qefc', `stty cols 100 rows 40; exec ${command}`, '/dev/null'], {
      env: { ...process.env, LC_ALL: 'C.UTF-8', TERM: 'xterm-256color', CI: 'true', ...env },
    });
    this.#child.stdout.on('data', (chunk) => {
      this.#raw += String(chunk);
      this.#wake();
    });
    this.exited = once(this.#child, 'close').then(([code]) => {
      this.#wake();
      return code as number | null;
    });
    onTestFinished(() => {
      this.#child.kill('SIGKILL');
    });
  }

  type(text: string): void {
    this.#child.stdin.write(text);
  }

  get raw(): string {
    return this.#raw;
  }

  /** Waits until the screen has shown this since the last time that something was waited for. */
  async shows(pattern: RegExp): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      if (pattern.test(stripVTControlCharacters(this.#raw.slice(this.#seen)))) {
        this.#seen = this.#raw.length;
        return;
      }
      if (this.#child.exitCode !== null) throw new Error(`ended without ${pattern}: ${this.#raw.slice(-2_000)}`);
      if (performance.now() > deadline)
        throw new Error(`no ${pattern} in: ${this.#raw.slice(this.#seen).slice(-4_000)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, PATIENCE_MS);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}

/** Far more than anything takes on a busy machine. */
const PATIENCE_MS = 25_000;
