import { shownTypes } from '../../wire/file-types.ts';
import { NetError } from './errors.ts';
import type { Fetched, FetchOptions } from './fetch-guarded.ts';
import type { GuardOptions, guardedAgent } from './guarded-agent.ts';

/** What this server fetches on behalf of others. The library for it is loaded by the first who needs it. */
export class Net {
  readonly #options: GuardOptions;
  #agent: ReturnType<typeof guardedAgent> | undefined;

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  fetch(url: string, options: Pick<FetchOptions, 'signal' | 'accept'>): Promise<Fetched> {
    return this.#fetch(url, { ...options, maxBytes: MAX_PAGE_BYTES, timeoutMs: PAGE_MS });
  }

  /** A picture of another server, for somebody who asked to see it: only what a browser may show by itself. */
  async image(url: string, signal: AbortSignal): Promise<{ readonly mediaType: string; readonly bytes: Buffer }> {
    const { mediaType, bytes } = await this.#fetch(url, {
      signal,
      maxBytes: MAX_IMAGE_BYTES,
      timeoutMs: IMAGE_MS,
      headers: { accept: [...shownTypes].join(', ') },
      accept(answer) {
        if (answer.status !== 200) throw new NetError('STATUS', answer.status);
        if (!shownTypes.has(answer.mediaType)) throw new NetError('TYPE', answer.mediaType);
      },
    });
    return { mediaType, bytes };
  }

  async close(): Promise<void> {
    await this.#agent?.destroy();
  }

  async #fetch(url: string, options: Omit<FetchOptions, 'agent'>): Promise<Fetched> {
    const [guard, { fetchGuarded }] = await Promise.all([import('./guarded-agent.ts'), import('./fetch-guarded.ts')]);
    this.#agent ??= guard.guardedAgent(this.#options);
    return fetchGuarded(url, { ...options, agent: this.#agent });
  }
}

const MAX_PAGE_BYTES = 5 * 1024 * 1024;
const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
const PAGE_MS = 30_000;
const IMAGE_MS = 20_000;
