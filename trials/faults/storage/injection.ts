import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { traced } from '../../lib/strace.ts';
import type { TrialServer } from '../../lib/trial-server.ts';

/** What the system answers, to which call, on which of the database's files. */
export interface Target {
  readonly call: 'pread64' | 'pwrite64' | 'fsync';
  readonly error: 'EIO' | 'ENOSPC';
  readonly file: 'polywire.db' | 'polywire.db-wal';
  /** It is one of so many calls once the server listens. */
  readonly among: number;
}

/** How the calls of a server are made to fail, and what the tracer saw of that. */
export class Injection {
  readonly #target: Target;
  readonly #server: TrialServer;
  readonly #trace: string;

  constructor(server: TrialServer, target: Target, trace: string) {
    this.#server = server;
    this.#target = target;
    this.#trace = trace;
  }

  /** The command that starts a server whose calls fail from one to another, counted from when it listens. */
  async under(from: number, to: number): Promise<readonly string[]> {
    const atStart = await this.#callsAtStart();
    const { call, error } = this.#target;
    return this.#traced('-e', `inject=${call}:error=${error}:when=${atStart + from}..${atStart + to}`);
  }

  /** How many calls failed so far. */
  async count(): Promise<number> {
    return (await this.#lines()).filter((line) => line.includes('(INJECTED)')).length;
  }

  /** By a start on the same data that nothing happens to. */
  async #callsAtStart(): Promise<number> {
    await this.#server.begin({ under: this.#traced() });
    const thread = String(this.#server.process.pid);
    const calls = (await this.#lines()).filter((line) => line.startsWith(thread)).length;
    await this.#server.process.stop();
    return calls;
  }

  #traced(...inject: readonly string[]): string[] {
    const { call, file } = this.#target;
    return traced('-e', `trace=${call}`, ...inject, '-P', join(this.#server.data, file), '-o', this.#trace);
  }

  async #lines(): Promise<string[]> {
    return (await readFile(this.#trace, 'utf8')).split('\n');
  }
}
