import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../server/test/support/process-main.ts', import.meta.url));

/** Our server in a process of its own, with the scripted agent: something that a test can kill and start again. */
export class OurServer {
  readonly data: string;
  url = '';
  #child: ChildProcess | undefined;

  private constructor(data: string) {
    this.data = data;
  }

  static async start(args: readonly string[] = []): Promise<OurServer> {
    const server = new OurServer(await mkdtemp(join(tmpdir(), 'polywire-client-')));
    await server.begin(args);
    return server;
  }

  async begin(args: readonly string[] = []): Promise<void> {
    const port = this.url === '' ? '0' : new URL(this.url).port;
    const all = ['--import', 'tsx', main, '--data', this.data, '--port', port, ...args];
    const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
    const exited = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the server exited with ${code}`)));
    const { value } = await Promise.race([lines.next(), exited]);
    exited.catch(() => undefined);
    this.url = value as string;
  }

  /** As if the plug was pulled. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}
