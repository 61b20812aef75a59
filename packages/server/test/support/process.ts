import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bundled } from './bundle.ts';

const usual = new URL('./process-main.ts', import.meta.url);

export interface ProcessOptions {
  readonly program?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What Node is told before the program. */
  readonly node?: readonly string[];
  /** A command that starts it, and leaves the process its own child. */
  readonly under?: readonly string[];
  /** keep: as `said`. */
  readonly stderr?: 'inherit' | 'ignore' | 'keep';
}

export interface StartOptions extends Omit<ProcessOptions, 'program'> {
  /** Another than the one with the scripted agent. */
  readonly program?: URL;
}

/** Those that nobody has ended: whoever is stopped in between leaves none behind. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A server in a process of its own. */
export class ServerProcess {
  /** Its address, when it listens. Rejects when the process ends before. */
  readonly ready: Promise<string>;
  /** What it said of its errors, where that is kept. */
  said = '';
  readonly #child: ChildProcess;
  #url = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.stderr?.on('data', (chunk) => {
      this.said += String(chunk);
    });
    const line = createInterface({ input: child.stdout as NodeJS.ReadableStream })
      [Symbol.asyncIterator]()
      .next();
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the server exited with ${code}`)));
    this.ready = Promise.race([line, ended]).then(({ value }) => {
      if (value === undefined) return ended;
      this.#url = value as string;
      return this.#url;
    });
    for (const each of [ended, this.ready]) each.catch(() => undefined);
  }

  static spawn(
    data: string,
    port: number,
    {
      program,
      args = [],
      env = {},
      node = ['--import', 'tsx'],
      under = [],
      stderr = 'inherit',
    }: ProcessOptions & { readonly program: string },
  ): ServerProcess {
    const all = [process.execPath, ...node, program, '--data', data, '--port', String(port), ...args];
    const [command, ...rest] = [...under, ...all] as [string, ...string[]];
    const child = spawn(command, rest, {
      stdio: ['ignore', 'pipe', stderr === 'keep' ? 'pipe' : stderr],
      env: { ...process.env, ...env },
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return new ServerProcess(child);
  }

  static async start(data: string, port = 0, options: StartOptions = {}): Promise<ServerProcess> {
    const program = await bundled(options.program ?? usual);
    const server = ServerProcess.spawn(data, port, { node: [], ...options, program });
    await server.ready;
    return server;
  }

  get url(): string {
    return this.#url;
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  get isOver(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** The signal that ended it; null where it lives, or has exited. */
  get endedBy(): NodeJS.Signals | null {
    return this.#child.signalCode;
  }

  /** As if the plug was pulled. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks it to stop; returns its exit code. */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Resolves when the process ends by itself. */
  async ended(): Promise<void> {
    if (!this.isOver) await once(this.#child, 'exit');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (this.isOver) return this.#child.exitCode;
    const exited = once(this.#child, 'exit');
    this.#child.kill(signal);
    const [code] = (await exited) as [number | null];
    return code;
  }
}
