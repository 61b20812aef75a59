import { type Cursor, type Dialect, isAfter, type Outcome, type StreamInfo } from '@polywire/protocol';
import type { EventLog } from '../log/contract.ts';
import type { Tally } from '../observe/tally.ts';
import { Feed, REMEMBER_MS } from './feed.ts';
import { Told, type View } from './told.ts';
import type { Answering } from './watcher.ts';

/** All feeds: one per session, dialect and way of writing it. */
export class Feeds {
  readonly #log: EventLog;
  readonly #tally: Tally;
  readonly #report: (error: unknown) => void;
  readonly #bySession = new Map<string, Map<string, Feed>>();
  readonly #told = new Told();

  constructor(log: EventLog, tally: Tally, report: (error: unknown) => void) {
    this.#log = log;
    this.#tally = tally;
    this.#report = report;
  }

  /** With `run`, of that run alone. */
  get(session: string, dialect: Dialect, stream: StreamInfo, run?: string): Feed {
    const feeds = this.#bySession.get(session) ?? new Map<string, Feed>();
    this.#bySession.set(session, feeds);
    const { id, variant, utcOffsetMin, locale, baseUrl } = stream;
    const key = [dialect.name, id, variant, utcOffsetMin, locale, baseUrl, run ?? ''].join('\0');
    const known = feeds.get(key);
    if (known) return known;
    const tally = this.#tally.of(dialect.name);
    const onReaders = () => this.#count(session);
    const options = { session, dialect, stream, log: this.#log, tally, report: this.#report, run, onReaders };
    const feed = new Feed(options);
    feeds.set(key, feed);
    return feed;
  }

  /** They are a crowd together, whatever they speak. */
  #count(session: string): void {
    const inCrowd = this.watchers(session) >= CROWD;
    for (const feed of this.#bySession.get(session)?.values() ?? []) feed.beRead(inCrowd);
  }

  /** How many watch a session, in whatever dialect. */
  watchers(session: string): number {
    let count = 0;
    for (const feed of this.#bySession.get(session)?.values() ?? []) count += feed.watchers;
    return count;
  }

  /** Whether somebody is shown this run of it; those who are shown the turns of their own messages may not be. */
  isSeen(session: string, run: Answering): boolean {
    return [...(this.#bySession.get(session)?.values() ?? [])].some((feed) => feed.isSeen(run));
  }

  /** Whether somebody follows the session in this dialect. */
  isFollowed(session: string, dialect: string): boolean {
    const feeds = [...(this.#bySession.get(session)?.values() ?? [])];
    return feeds.some((feed) => feed.dialect === dialect && feed.watchers > 0);
  }

  /** A caller is told the session up to here beside its streams: the next that it opens does not tell it again. */
  told(view: View, seq: number, now: number): void {
    this.#told.note(view, seq, now);
  }

  /** Where a caller without a cursor goes on: after what the last who left was shown, and after what it knows itself. */
  resumePoint(feed: Feed, view: View, now: number): Cursor | undefined {
    const left = feed.resumePoint(now);
    const told = this.#told.place(view);
    return left && told && isAfter(told, left) ? told : left;
  }

  /** How many watch, in each dialect. */
  watchersByDialect(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const feeds of this.#bySession.values()) {
      for (const { dialect, watchers } of feeds.values()) counts.set(dialect, (counts.get(dialect) ?? 0) + watchers);
    }
    return counts;
  }

  /** Forgets feeds that nobody watches and nobody will come back to: those that were left last are remembered longest. */
  sweep(now: number): void {
    this.#told.sweep(now, REMEMBER_MS);
    const unwatched = [...this.#bySession].flatMap(([session, feeds]) =>
      [...feeds].filter(([, { watchers }]) => watchers === 0).map(([key, feed]) => ({ session, key, feed })),
    );
    unwatched.sort((one, other) => other.feed.leftAt - one.feed.leftAt);
    for (const [n, { session, key, feed }] of unwatched.entries()) {
      if (n < MAX_REMEMBERED && feed.resumePoint(now)) continue;
      feed.close();
      const feeds = this.#bySession.get(session);
      feeds?.delete(key);
      if (feeds?.size === 0) this.#bySession.delete(session);
    }
  }

  /** Nothing of the session can come now. */
  tell(session: string, outcome: Outcome): void {
    for (const feed of this.#bySession.get(session)?.values() ?? []) feed.tell(outcome);
  }

  /** The session is gone. */
  drop(session: string): void {
    for (const feed of this.#bySession.get(session)?.values() ?? []) feed.end();
    this.#bySession.delete(session);
  }

  /** The server goes away: whoever watches may come back and resume. */
  cut(reason: string): void {
    for (const feeds of this.#bySession.values()) for (const feed of feeds.values()) feed.cut(reason);
  }

  close(): void {
    for (const feeds of this.#bySession.values()) for (const feed of feeds.values()) feed.close();
    this.#bySession.clear();
  }
}

/** Each takes some kilobytes, with what its session has in memory. */
export const MAX_REMEMBERED = 4_096;

/** Readers of one session from which on they are a crowd. */
export const CROWD = 100;
