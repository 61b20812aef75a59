import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '../../../server/test/support/process.ts';

/** Our server in a process of its own, with the scripted agent: something that a test can kill and start again. */
export class OurServer {
  readonly data: string;
  #process: ServerProcess | undefined;

  private constructor(data: string) {
    this.data = data;
  }

  static async start(args: readonly string[] = []): Promise<OurServer> {
    const server = new OurServer(await mkdtemp(join(tmpdir(), 'polywire-client-')));
    await server.begin(args);
    return server;
  }

  /** At the same address as before. */
  async begin(args: readonly string[] = []): Promise<void> {
    const port = this.#process ? Number(new URL(this.url).port) : 0;
    this.#process = await ServerProcess.start(this.data, port, { args });
  }

  get url(): string {
    return this.#process?.url ?? '';
  }

  /** As if the plug was pulled. */
  async kill(): Promise<void> {
    await this.#process?.kill();
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}
