import type { Dialect, StreamInfo } from '@polywire/protocol';
import type { EventLog } from '../log/contract.ts';
import type { Tally } from '../observe/tally.ts';
import { Feed } from './feed.ts';

/** All feeds: one per session, dialect and way of writing it. */
export class Feeds {
  readonly #log: EventLog;
  readonly #tally: Tally;
  readonly #bySession = new Map<string, Map<string, Feed>>();

  constructor(log: EventLog, tally: Tally) {
    this.#log = log;
    this.#tally = tally;
  }

  get(session: string, dialect: Dialect, stream: StreamInfo): Feed {
    const feeds = this.#bySession.get(session) ?? new Map<string, Feed>();
    this.#bySession.set(session, feeds);
    const key = [dialect.name, stream.id, stream.variant, stream.utcOffsetMin, stream.locale, stream.baseUrl].join(
      '\0',
    );
    const known = feeds.get(key);
    if (known) return known;
    const feed = new Feed(session, dialect, stream, this.#log, this.#tally.of(dialect.name));
    feeds.set(key, feed);
    return feed;
  }

  /** How many watch a session, in whatever dialect. */
  watchers(session: string): number {
    let count = 0;
    for (const feed of this.#bySession.get(session)?.values() ?? []) count += feed.watchers;
    return count;
  }

  /** How many watch, in each dialect. */
  watchersByDialect(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const feeds of this.#bySession.values()) {
      for (const { dialect, watchers } of feeds.values()) counts.set(dialect, (counts.get(dialect) ?? 0) + watchers);
    }
    return counts;
  }

  /** Forgets feeds that nobody watches and nobody will come back to. */
  sweep(now: number): void {
    for (const [session, feeds] of this.#bySession) {
      for (const [key, feed] of feeds) {
        if (feed.watchers > 0 || feed.resumePoint(now)) continue;
        feed.close();
        feeds.delete(key);
      }
      if (feeds.size === 0) this.#bySession.delete(session);
    }
  }

  /** The session is gone, or the server closes. */
  drop(session: string): void {
    for (const feed of this.#bySession.get(session)?.values() ?? []) feed.close();
    this.#bySession.delete(session);
  }

  close(): void {
    for (const session of [...this.#bySession.keys()]) this.drop(session);
  }
}
