import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dialect } from '@polywire/protocol';
import { nativeApi } from '../../../../packages/server/test/support/native.ts';
import { type Memory, mustAnswerSoon, mustNotGrow } from './bearable.ts';
import type { BesideReport } from './beside.ts';
import { Child } from './child.ts';
import { differences, keptOf } from './kept.ts';
import { type Own, ownSession } from './own.ts';

/** What was seen beside an attack. */
export interface Watched {
  readonly beside: BesideReport;
  /** The same client while nobody attacks. */
  readonly quiet: BesideReport;
  readonly rss: Memory;
}

/** Those of whom nothing is ever stored: one for each of several attackers at a time. */
export const nobodies = ['nobody1', 'nobody2', 'nobody3', 'nobody4'] as const;
export type Nobody = (typeof nobodies)[number];

const tokens = {
  mallory: 'token-of-mallory',
  nobody1: 'token-of-nobody-1',
  nobody2: 'token-of-nobody-2',
  nobody3: 'token-of-nobody-3',
  nobody4: 'token-of-nobody-4',
  victim: 'token-of-victim',
  beside: 'token-of-beside',
} as const;
type Owner = keyof typeof tokens;

interface Opened extends Pick<Stage, 'url' | 'data' | 'own' | 'victim'> {
  readonly server: Child;
  readonly beside: Child;
  readonly quiet: BesideReport;
  readonly quietRss: number;
}

function headersOf(owner: Owner): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${tokens[owner]}` };
}

/** Slow requests are waited for no longer than a trial can. */
const wireLimits = { messagesPerMinute: 0, connections: 0, headMs: 5_000, requestMs: 7_000, firstMessageMs: 2_000 };

/** A server in a process of its own, a well-behaved client in another, and what an attacker must not change. */
export class Stage {
  readonly url: string;
  readonly data: string;
  readonly #server: Child;
  readonly #beside: Child;
  readonly #quiet: BesideReport;
  readonly #quietRss: number;
  #names = 1_000;
  /** Of the attacker, and of somebody whom they may not reach. */
  readonly own: Own;
  readonly victim: Own;

  private constructor({ url, data, server, beside, quiet, quietRss, own, victim }: Opened) {
    this.url = url;
    this.data = data;
    this.own = own;
    this.victim = victim;
    this.#server = server;
    this.#beside = beside;
    this.#quiet = quiet;
    this.#quietRss = quietRss;
  }

  /** `fault`: one that is planted in the server. */
  static async open({ fault = '' } = {}): Promise<Stage> {
    const data = await mkdtemp(join(tmpdir(), 'polywire-hostile-'));
    const server = new Child(new URL('./server-main.ts', import.meta.url), [
      JSON.stringify({ data, tokens, wireLimits }),
      fault,
    ]);
    const { url } = await server.heard<{ url: string }>();
    const beside = new Child(new URL('./beside-main.ts', import.meta.url), [url, tokens.beside]);
    await beside.heard();
    // The first report is of what had to be compiled and loaded.
    await beside.ask('report');
    const own = await ownSession(url, headersOf('mallory'));
    const victim = await ownSession(url, headersOf('victim'));
    const stage = new Stage({
      url,
      data,
      server,
      beside,
      own,
      victim,
      quiet: await beside.ask<BesideReport>('report'),
      quietRss: (await server.ask<{ rss: number }>('memory')).rss,
    });
    stage.#check(stage.#quiet);
    return stage;
  }

  /** How the attacker is let in: what comes then is what counts. */
  get headers(): Readonly<Record<string, string>> {
    return headersOf('mallory');
  }

  headersOf(owner: Owner): Readonly<Record<string, string>> {
    return headersOf(owner);
  }

  /** A name for a session of the attacker's; where sessions must be there first, it is. */
  async newName({ traits }: Dialect): Promise<string> {
    this.#names += 1;
    if (traits.sessionIds === 'integer') return String(this.#names);
    if (traits.unknownSession !== 'refuse') return `fuzz-${this.#names}`;
    return nativeApi(this.url, this.headers).newSession();
  }

  /** An address with the attacker's own session and run in their places. */
  place(path: string): string {
    return path
      .replace('{session}', this.own.session)
      .replace('{run}', this.own.run)
      .replaceAll(/\{\w+\}/g, '1');
  }

  kept(owner: Owner = 'mallory'): readonly string[] {
    return keptOf(this.data, owner);
  }

  /** Throws where something is not as it was. */
  mustKeep(before: readonly string[], owner: Owner = 'mallory'): void {
    const changed = differences(before, this.kept(owner));
    if (changed.length > 0) throw new Error(`something was stored of ${owner}:\n${changed.join('\n')}`);
  }

  /** Nobody else notices, waits or lacks memory, nothing of it is stored, nothing is said that only an operator should read. */
  async under(attack: () => Promise<void>, { stores = false } = {}): Promise<Watched> {
    const kept = stores ? undefined : this.kept();
    const { rss } = await this.#memory();
    await attack();
    if (kept) this.mustKeep(kept);
    return this.#look(rss);
  }

  async #look(before: number): Promise<Watched> {
    const beside = await this.#beside.ask<BesideReport>('report');
    this.#check(beside);
    mustAnswerSoon(beside, this.#quiet);
    const { rss: after, peak } = await this.#memory();
    const rss = { before, after, peak };
    mustNotGrow(this.#quietRss, rss);
    return { beside, quiet: this.#quiet, rss };
  }

  #check({ wrong }: BesideReport): void {
    if (wrong.length > 0) throw new Error(`another client noticed: ${wrong.join('\n')}`);
    if (this.complaints !== '') throw new Error(`the server complained: ${this.complaints}`);
    if (this.#beside.output !== '') throw new Error(`the client beside complained: ${this.#beside.output}`);
  }

  /** Whatever a client sends, there is nothing in it for the operator to mend: what the server wrote all the same. */
  get complaints(): string {
    return this.#server.output;
  }

  hasEnded(): Promise<boolean> {
    return this.#server.hasEnded();
  }

  async close(): Promise<void> {
    await this.#beside.stop();
    await this.#server.stop();
    await rm(this.data, { recursive: true, force: true });
  }

  /** The peak is the highest since it was asked for last. */
  #memory(): Promise<{ readonly rss: number; readonly peak: number }> {
    return this.#server.ask('memory');
  }
}
