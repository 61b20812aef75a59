import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('./process-main.ts', import.meta.url));

/** A server in a process of its own. */
export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /** `program`: another than the one with the scripted agent. */
  static async start(
    data: string,
    port = 0,
    { program = main, env = {} }: { program?: string; env?: Record<string, string> } = {},
  ): Promise<ServerProcess> {
    const args = ['--import', 'tsx', program, '--data', data, '--port', String(port)];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    });
    const line = createInterface({ input: child.stdout as NodeJS.ReadableStream })
      [Symbol.asyncIterator]()
      .next();
    const exited = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the server exited with ${code}`)));
    const { value } = await Promise.race([line, exited]);
    exited.catch(() => undefined);
    return new ServerProcess(child, value as string);
  }

  /** As if the plug was pulled. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks it to stop; returns its exit code. */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  /** Resolves when the process ends by itself. */
  async ended(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return this.#child.exitCode;
    const exited = once(this.#child, 'exit');
    this.#child.kill(signal);
    const [code] = (await exited) as [number | null];
    return code;
  }
}
