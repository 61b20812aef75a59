import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A program of ours in a process of its own, with all that it writes. It ends when this process does. */
export class Child {
  output = '';
  readonly #child: ChildProcess;
  readonly #gone: Promise<never>;

  constructor(program: URL, args: readonly string[] = []) {
    this.#child = fork(program, [...args], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk) => {
        this.output += String(chunk);
      });
    }
    this.#gone = once(this.#child, 'close').then(([code, signal]) => {
      throw new Error(`it ended with ${code ?? signal}: ${this.output.slice(-MAX_SHOWN)}`);
    });
    this.#gone.catch(() => undefined);
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Whether it has ended, or does so now: an end is heard of a little later than it is felt. */
  async hasEnded(): Promise<boolean> {
    const later = new Promise<void>((resolve) => setTimeout(resolve, END_MS));
    await Promise.race([this.#gone.catch(() => undefined), later]);
    return !this.isAlive;
  }

  /** The next thing it says; rejects when it ends before. */
  async heard<T>(): Promise<T> {
    const [said] = await Promise.race([once(this.#child, 'message'), this.#gone]);
    return said as T;
  }

  async ask<T>(question: string): Promise<T> {
    const answer = this.heard<T>();
    this.#child.send(question);
    return answer;
  }

  async stop(): Promise<void> {
    if (!this.isAlive) return;
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }
}

const MAX_SHOWN = 4_000;
const END_MS = 500;
