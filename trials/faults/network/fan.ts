import type { Dialect } from '@polywire/protocol';
import type { RawClient, Received } from '../../../packages/server/test/support/client.ts';
import { BEGINNING, watch } from '../../lib/watch.ts';
import { placed } from './frames.ts';

/** Watches a session in a dialect, and comes back with its cursor. */
export class Fan {
  readonly dialect: Dialect;
  readonly session: string;
  /** Of all its connections. */
  readonly frames: Received[] = [];
  #client: RawClient | undefined;

  constructor(dialect: Dialect, session: string) {
    this.dialect = dialect;
    this.session = session;
  }

  async attach(url: string): Promise<void> {
    this.#client = await watch(url, this.dialect, this.session, this.frames.at(-1)?.cursor ?? BEGINNING);
  }

  /** Resolves when it is shown a run's end. */
  async ended(): Promise<void> {
    await this.#client?.until((client) => client.has('run.finished'));
  }

  leave(): void {
    if (!this.#client) return;
    this.#client.cut();
    this.frames.push(...placed(this.#client));
    this.#client = undefined;
  }
}
