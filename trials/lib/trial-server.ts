import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundled } from '../../packages/server/test/support/bundle.ts';
import { type NativeApi, nativeApi } from '../../packages/server/test/support/native.ts';
import { type ProcessOptions, ServerProcess } from '../../packages/server/test/support/process.ts';

export interface TrialServerOptions extends ProcessOptions {
  /** Of the configuration file. */
  readonly settings?: object;
}

const usual = new URL('./program.ts', import.meta.url);

/** A server with the scripted agent in a process and a data folder of its own, at one address through all restarts. */
export class TrialServer {
  readonly data: string;
  readonly #isOwnData: boolean;
  #process: ServerProcess | undefined;
  #port = 0;

  private constructor(data: string, isOwnData: boolean) {
    this.data = data;
    this.#isOwnData = isOwnData;
  }

  static async start(options: TrialServerOptions = {}): Promise<TrialServer> {
    const server = new TrialServer(await mkdtemp(join(tmpdir(), 'polywire-trial-')), true);
    await server.begin(options);
    return server;
  }

  /** On data that is there; it is not started yet. */
  static on(data: string): TrialServer {
    return new TrialServer(data, false);
  }

  /** Starts it, again or for the first time. */
  async begin({ settings = {}, program, env, ...options }: TrialServerOptions = {}): Promise<void> {
    this.#process = ServerProcess.spawn(this.data, this.#port, {
      node: [],
      ...options,
      program: program ?? (await bundled(usual)),
      env: { SETTINGS: JSON.stringify(settings), ...env },
    });
    this.#port = Number(new URL(await this.#process.ready).port);
  }

  get process(): ServerProcess {
    if (!this.#process) throw new Error('not started');
    return this.#process;
  }

  get url(): string {
    return this.process.url;
  }

  get api(): NativeApi {
    return nativeApi(this.url);
  }

  async remove(): Promise<void> {
    await this.#process?.kill();
    if (this.#isOwnData) await rm(this.data, { recursive: true, force: true });
  }
}

/** A server for the time of some work. */
export async function withServer<T>(
  options: TrialServerOptions,
  work: (server: TrialServer) => Promise<T>,
): Promise<T> {
  const server = await TrialServer.start(options);
  try {
    return await work(server);
  } finally {
    await server.remove();
  }
}
