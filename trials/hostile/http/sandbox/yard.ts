import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bearer } from '../../../../packages/server/test/support/intruders.ts';
import { type NativeApi, nativeApi } from '../../../../packages/server/test/support/native.ts';
import { finishedIn } from '../../../../packages/server/test/support/tools.ts';
import type { BesideReport } from '../../wire/stage/beside.ts';
import { Child } from '../../wire/stage/child.ts';
import type { Escape } from './corpus.ts';

const tokens = { mallory: 'token-of-mallory', beside: 'token-of-beside' };

/** A server with its tools, somebody who uses them to do harm, and perhaps a client beside that must not notice. */
export class Yard {
  readonly data: string;
  readonly #server: Child;
  readonly #beside: Child | undefined;
  readonly #api: NativeApi;
  readonly #session: string;

  private constructor(parts: {
    data: string;
    server: Child;
    beside: Child | undefined;
    api: NativeApi;
    session: string;
  }) {
    this.data = parts.data;
    this.#server = parts.server;
    this.#beside = parts.beside;
    this.#api = parts.api;
    this.#session = parts.session;
  }

  static async open({ isWatched }: { isWatched: boolean }): Promise<Yard> {
    const data = await mkdtemp(join(tmpdir(), 'polywire-yard-'));
    const wireLimits = { messagesPerMinute: 0, connections: 0 };
    const server = new Child(new URL('./server-main.ts', import.meta.url), [
      JSON.stringify({ data, tokens, wireLimits }),
    ]);
    const { url } = await server.heard<{ url: string }>();
    const api = nativeApi(url, bearer(tokens.mallory));
    const session = await api.newSession();
    if (!isWatched) return new Yard({ data, server, beside: undefined, api, session });
    const beside = new Child(new URL('../../wire/stage/beside-main.ts', import.meta.url), [url, tokens.beside]);
    await beside.heard();
    // The first report is of what had to be compiled and loaded.
    await beside.ask('report');
    return new Yard({ data, server, beside, api, session });
  }

  /** What the tool said, and how it ended. */
  async use({ tool, args }: Escape): Promise<{ readonly outcome: string; readonly result: unknown }> {
    const input = JSON.stringify([[tool, args]]);
    const { body } = await this.#api.call<{ id: string }>(`POST /v1/sessions/${this.#session}/runs`, { input });
    const [finished] = finishedIn(await this.#api.runEvents(body.id));
    return { outcome: finished?.outcome ?? 'none', result: finished?.result };
  }

  /** How the client beside fared since the last time. */
  async report(): Promise<BesideReport> {
    if (!this.#beside) throw new Error('nobody is beside');
    const report = await this.#beside.ask<BesideReport>('report');
    if (report.wrong.length > 0) throw new Error(`another client noticed: ${report.wrong.join('\n')}`);
    return report;
  }

  async rss(): Promise<number> {
    return (await this.#server.ask<{ rss: number }>('rss')).rss;
  }

  async close(): Promise<void> {
    await this.#beside?.stop();
    await this.#server.stop();
    await rm(this.data, { recursive: true, force: true });
  }
}
