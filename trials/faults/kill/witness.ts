import { type Dialect, formatCursor, framesFor, type RunEvent } from '@polywire/protocol';
import type { RawClient, Received } from '../../../packages/server/test/support/client.ts';
import { BEGINNING, socketOf, WANTS, watch } from '../../lib/watch.ts';

/** A client of one dialect that comes back with its last cursor, and keeps all that it was ever shown. */
export class Witness {
  readonly dialect: Dialect;
  readonly #session: string;
  readonly #shown: Received[] = [];
  #client: RawClient | undefined;

  constructor(dialect: Dialect, session: string) {
    this.dialect = dialect;
    this.#session = session;
  }

  async attach(url: string): Promise<void> {
    this.#client = await watch(url, this.dialect, this.#session, this.#shown.at(-1)?.cursor ?? BEGINNING);
  }

  /** Resolves when the connection has shown so many frames; rejects when it ends before. */
  shows(count: number): Promise<void> {
    return this.#client?.until(({ frames }) => frames.length >= count) ?? Promise.reject(new Error('not attached'));
  }

  /** What the connection showed until it was cut. */
  keep(): void {
    this.#shown.push(...placed(this.#client));
    this.#client?.cut();
    this.#client = undefined;
  }

  /** Throws where what was shown in pieces is not the log's events as a client that was never cut is shown them. */
  async check(url: string, events: readonly RunEvent[]): Promise<void> {
    const expected = this.#expected(events);
    await this.#client?.until((client) => this.#shown.length + placed(client).length >= expected.length);
    this.keep();
    const uncut = await watch(url, this.dialect, this.#session, BEGINNING);
    await uncut.until((client) => placed(client).length >= expected.length);
    const whole = placed(uncut);
    uncut.cut();
    for (let i = 0; i < Math.max(expected.length, this.#shown.length); i += 1) {
      const [got, due] = [this.#shown[i], whole[i]];
      const place = got?.cursor && formatCursor(got.cursor);
      if (place !== expected[i])
        throw new Error(`${this.dialect.name}: ${place} was shown where ${expected[i]} was due`);
      if (got?.data !== due?.data) throw new Error(`${this.dialect.name}: ${got?.data} was shown for ${due?.data}`);
    }
  }

  /** Where frames are due, by the log and the dialect alone. */
  #expected(events: readonly RunEvent[]): string[] {
    const variant = socketOf(this.dialect).variant ?? (this.dialect.traits.variants[0] as string);
    const stream = { id: this.#session, variant, utcOffsetMin: 0, locale: 'en', baseUrl: '' } as const;
    const encoder = this.dialect.server.encoder(stream);
    return events.flatMap((event) => framesFor(encoder.push(event), WANTS)).map((frame) => formatCursor(frame));
  }
}

/** Frames of the session's sequence; greetings and previews have no place in it. */
function placed(client: RawClient | undefined): Received[] {
  return (client?.frames ?? []).filter(({ cursor }) => cursor !== undefined);
}
