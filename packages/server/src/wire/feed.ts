import { type Cursor, type Dialect, type Frame, isAfter, type Outcome, type StreamInfo } from '@polywire/protocol';
import { halvesOf } from '@polywire/protocol/halves';
import { detached } from '../detached.ts';
import type { EventLog, Listener, Watching } from '../log/contract.ts';
import { LogError } from '../log/errors.ts';
import { picker } from '../log/pick.ts';
import { portionsOf } from '../log/portions.ts';
import type { Stretch } from '../log/stretch.ts';
import type { DialectTally } from '../observe/tally.ts';
import { failure } from './failure.ts';
import { plainBytes, type StreamFraming } from './format.ts';
import { Pacer } from './pacer.ts';
import type { Piece } from './piece.ts';
import { PieceEncoder } from './piece-encoder.ts';
import { type Answering, MAX_AHEAD_BYTES, type Watcher } from './watcher.ts';

export interface FeedOptions {
  readonly session: string;
  readonly dialect: Dialect;
  readonly stream: StreamInfo;
  readonly log: EventLog;
  readonly tally: DialectTally;
  report(error: unknown): void;
  /** Of that run alone. */
  readonly run?: string | undefined;
  /** Somebody came or went. */
  onReaders?(): void;
}

/**
 * One session in one dialect, for all who watch it: events are encoded once and the bytes are shared. A watcher that is
 * behind reads the log with an encoder of its own until it has caught up.
 */
export class Feed implements Listener {
  readonly #dialect: Dialect;
  readonly #stream: StreamInfo;
  readonly #session: string;
  readonly #run: string | undefined;
  readonly #log: EventLog;
  readonly #tally: DialectTally;
  /** Made anew whenever somebody comes or goes. */
  #watchers: readonly Watcher[] = NOBODY;
  readonly #watching: Watching;
  readonly #report: (error: unknown) => void;
  readonly #onReaders: () => void;
  readonly #pacer: Pacer | undefined;
  /** Shared by all who are up to date; undefined until the first is. */
  #encoder: PieceEncoder | undefined;
  /** Seq of the last event that was committed, as far as this feed was told. */
  #head = 0;
  /** Where the last one who left stood: a client without cursors goes on from there. */
  #left: { cursor: Cursor; at: number } | undefined;
  /** Those who know that nothing can come now. */
  #told: Set<Watcher> | undefined;

  constructor({ session, dialect, stream, log, tally, report, run, onReaders }: FeedOptions) {
    this.#session = session;
    this.#run = run;
    this.#dialect = dialect;
    this.#stream = stream;
    this.#log = log;
    this.#tally = tally;
    this.#report = report;
    this.#onReaders = onReaders ?? (() => this.beRead(false));
    this.#watching = log.watch(session, this);
    const { preview } = dialect.traits;
    this.#pacer =
      preview &&
      new Pacer(
        preview,
        () => this.#encoder?.preview() ?? [],
        (frames) => this.#sendAside(frames),
      );
    this.beRead(false);
  }

  get dialect(): string {
    return this.#dialect.name;
  }

  get watchers(): number {
    return this.#watchers.length;
  }

  isSeen(run: Answering): boolean {
    return this.#watchers.some((watcher) => watcher.sees(run));
  }

  /** The last frame that somebody of this feed was given: what the user of this front end can have seen. */
  get seen(): Cursor {
    let furthest = this.#left?.cursor ?? { seq: 0, sub: 0 };
    for (const { seen } of this.#watchers) if (isAfter(seen, furthest)) furthest = seen;
    return furthest;
  }

  /** When somebody last left. */
  get leftAt(): number {
    return this.#left?.at ?? Number.NEGATIVE_INFINITY;
  }

  /** Where a client that has no cursor goes on: where its last connection ended, if that was a moment ago. */
  resumePoint(now: number): Cursor | undefined {
    return now - this.leftAt <= REMEMBER_MS ? this.#left?.cursor : undefined;
  }

  /** Gives it its place; false for a cursor of an event that has not happened. What it has missed follows. */
  async attach(watcher: Watcher): Promise<boolean> {
    this.#head = Math.max(this.#head, await this.#log.head(this.#session));
    if (!watcher.startAt(this.#head)) return false;
    this.#watchers = [...this.#watchers, watcher];
    this.#onReaders();
    // As slowly as its reader reads: nobody who has something to say is to wait for that.
    detached(this.#catchUp(watcher), this.#report);
    return true;
  }

  detach(watcher: Watcher, now: number): void {
    if (!this.#watchers.includes(watcher)) return;
    this.#watchers = this.#watchers.filter((each) => each !== watcher);
    this.#told?.delete(watcher);
    watcher.stop();
    if (!this.#left || isAfter(watcher.seen, this.#left.cursor)) this.#left = { cursor: watcher.seen, at: now };
    else this.#left.at = now;
    if (this.#watchers.length === 0) this.#encoder = undefined;
    this.#onReaders();
  }

  /**
   * Tells the log how long words may wait for others to be written and sent together with them. A crowd reads as
   * smoothly at 25 frames a second, and a write is what each reader costs.
   */
  beRead(inCrowd: boolean): void {
    if (this.#watchers.length === 0) this.#watching.patience(Number.POSITIVE_INFINITY);
    else this.#watching.patience(this.#dialect.traits.preview?.everyMs ?? (inCrowd ? CROWD_MS : 0));
  }

  /** There is no such session any more. */
  end(): void {
    const sinks = this.#watchers.map(({ sink }) => sink);
    this.close();
    for (const sink of sinks) sink.end();
  }

  /** Nothing can come now: each who watches is told why, once until something comes again. */
  tell(outcome: Outcome): void {
    const frames = this.#saying(outcome);
    this.#told ??= new Set();
    for (const watcher of this.#watchers) {
      if (this.#told.has(watcher)) continue;
      if (watcher.takeHalt(plainBytes(watcher.sink.format.framing, frames))) this.#told.add(watcher);
    }
  }

  /** All who watch are to come back later. */
  cut(reason: string): void {
    for (const { sink } of this.#watchers) sink.cut(reason);
  }

  close(): void {
    this.#watching.stop();
    this.#pacer?.stop();
    for (const watcher of this.#watchers) watcher.stop();
    this.#watchers = NOBODY;
  }

  hear(stretch: Stretch): void {
    this.#head = stretch.last;
    this.#told = undefined;
    if (!this.#encoder) return;
    const pieces = this.#encode(this.#encoder, stretch);
    for (const watcher of this.#watchers) {
      if (watcher.isBehind) continue;
      if (pieces) this.#give(watcher, pieces, stretch.length);
      else detached(this.#catchUp(watcher), this.#report);
    }
    this.#pacer?.wake();
  }

  /** An encoder that throws is not to be trusted any more: those who shared it go on from the log. */
  #encode(encoder: PieceEncoder, stretch: Stretch): readonly Piece[] | undefined {
    try {
      return encoder.push(stretch);
    } catch (error) {
      this.#report(error);
      this.#encoder = undefined;
      return undefined;
    }
  }

  #give(watcher: Watcher, pieces: readonly Piece[], events: number): void {
    this.#tally.delivered += events;
    try {
      for (const piece of pieces) {
        if (watcher.take(piece)) continue;
        if (watcher.isFull && !watcher.isOver) detached(this.#catchUp(watcher), this.#report);
        return;
      }
    } catch (error) {
      this.#giveUp(watcher, error);
    }
  }

  /** From its cursor to the end of the log, as fast as its reader reads. */
  async #catchUp(watcher: Watcher): Promise<void> {
    try {
      await this.#refill(watcher);
    } catch (error) {
      this.#giveUp(watcher, error);
    }
  }

  /** It is told why, and comes back with its cursor. */
  #giveUp(watcher: Watcher, error: unknown): void {
    // The session was deleted, or the reader has left.
    if (watcher.isOver) return;
    watcher.stop();
    const { sink } = watcher;
    const outcome = failure(error, this.#report);
    try {
      sink.write(plainBytes(sink.format.framing, this.#saying(outcome)));
    } catch (cause) {
      this.#report(cause);
    }
    sink.cut(halvesOf(outcome.error.message)[this.#stream.locale]);
  }

  /** In the dialect's own words, and without a place in the sequence. */
  #saying(outcome: Outcome): readonly Frame[] {
    return this.#dialect.server.answer({ type: 'attach', session: this.#stream.id }, outcome);
  }

  async #refill(watcher: Watcher): Promise<void> {
    watcher.isBehind = true;
    await watcher.drained();
    const encoder = new PieceEncoder(this.#dialect, this.#stream, this.#run);
    const before = watcher.cursor.seq;
    let position = encoder.mayBeginAnywhere ? before : await this.#runStartBefore(before);
    // A session that is damaged from here on looks as if nothing more had happened, until it is asked.
    if (position >= this.#head) await this.#log.read(this.#session, position, 1);
    while (!watcher.isOver) {
      if (position >= this.#head) {
        watcher.isBehind = false;
        this.#encoder ??= encoder;
        this.#pacer?.wake();
        return;
      }
      const reached = await this.#readOn(watcher, encoder, position);
      this.#tally.delivered += Math.max(0, reached - Math.max(position, before));
      position = reached;
      await watcher.drained();
    }
    if (watcher.wasCut) this.#tally.cut += 1;
  }

  /** Returns how far it has come. Nothing of what was read is held while its reader reads that. */
  async #readOn(watcher: Watcher, encoder: PieceEncoder, position: number): Promise<number> {
    const stretch = await this.#log.read(this.#session, position, READ_EVENTS, MAX_AHEAD_BYTES);
    // To ask again at once would keep everybody else waiting for ever.
    if (stretch.length === 0) throw new LogError('DAMAGED', `there is nothing after event ${position}`);
    return encoder.pour(stretch, watcher.cursor, (piece) => watcher.takeAlone(piece));
  }

  /** The seq before the run that `seq` lies in: encoders begin anew with each run. */
  async #runStartBefore(seq: number): Promise<number> {
    let before: number | undefined;
    for (let to = seq; to > 0 && before === undefined; to -= READ_EVENTS) {
      for await (const stretch of portionsOf(this.#log, this.#session, { after: Math.max(0, to - READ_EVENTS), to })) {
        stretch.eachButWords((line, at) => {
          if (pickStart(line)) before = at - 1;
        });
      }
    }
    return before ?? 0;
  }

  #sendAside(frames: readonly Frame[]): void {
    const bytes = new Map<StreamFraming, Buffer>();
    for (const watcher of this.#watchers) {
      const { framing } = watcher.sink.format;
      const made = bytes.get(framing) ?? plainBytes(framing, frames);
      bytes.set(framing, made);
      watcher.takeAside(made);
    }
  }
}

const NOBODY: readonly Watcher[] = [];

const pickStart = picker(['run.started']);

/** As smooth as a film. */
const CROWD_MS = 40;
const READ_EVENTS = 512;
/** How long a client without cursors may be away. */
export const REMEMBER_MS = 60_000;
