import { type Cursor, wholeOf } from '@polywire/protocol';
import type { Piece } from './piece.ts';
import { giveRoom } from './rooms.ts';
import type { Sink } from './sink.ts';

/** Above this, a reader is left alone until it has read; it goes on from the log. */
export const PAUSE_BYTES = 64 * 1024;
/** One that reads on is given whatever was read for it together, as long as that is words and not files. */
export const MAX_AHEAD_BYTES = 2 * PAUSE_BYTES;
/** A reader that takes nothing for so long is cut: with the moment it is given to hear why, within ten seconds. */
export const PATIENCE_MS = 8_500;

export interface WatcherOptions {
  readonly sink: Sink;
  /** The last frame the client has. */
  readonly after: Cursor | 'now';
  /** Shown are only the turns that answer the messages it is told to expect. */
  readonly byTurn: boolean;
  /** There is nothing more to show after a turn, whoever began it; what was over before it came does not count. */
  readonly endsWithTurn?: boolean;
  readonly host: WatcherHost;
}

/** Whose connection it is. */
export interface WatcherHost {
  /** A turn that the watcher was told to expect is over. */
  turnEnded(watcher: Watcher): void;
  /** Its reader was told that nothing can come now. */
  halted(watcher: Watcher): void;
}

/** A run, by the messages that it answers. */
export interface Answering {
  answers(ref: string): boolean;
}

/** A connection's place in a session: a cursor, not a queue. */
export class Watcher {
  readonly #sink: Sink;
  readonly #options: WatcherOptions;
  readonly #byTurn: boolean;
  /** Where it stands, as numbers: a frame that is held until the next one comes would outlive a collection of garbage. */
  #seq = 0;
  #sub = 0;
  #seenSeq = 0;
  #seenSub = 0;
  /** The session's last event when it came. */
  #since = 0;
  /** Behind, and being refilled from the log. */
  isBehind = true;
  /** References of messages whose turns are to be shown. */
  #expected: readonly string[] = NONE;
  #turn: string | undefined;
  #hasWritten = false;
  #isOver = false;
  #wasCut = false;
  #patience: NodeJS.Timeout | undefined;

  constructor(options: WatcherOptions) {
    this.#sink = options.sink;
    this.#options = options;
    this.#byTurn = options.byTurn;
    if (options.after !== 'now') this.#stand(options.after);
  }

  /** Everything up to here was written, or is not for it. */
  get cursor(): Cursor {
    return { seq: this.#seq, sub: this.#sub };
  }

  /** The last frame written; where nothing was, where it began. */
  get seen(): Cursor {
    return { seq: this.#seenSeq, sub: this.#seenSub };
  }

  /** Seq of the last frame that its reader can have read: who joins in the middle has read nothing before. */
  get shown(): number {
    return this.#hasWritten || this.#options.after !== 'now' ? this.#seenSeq : 0;
  }

  /** Show the turn that answers this message. */
  expect(ref: string): void {
    if (!this.#expected.includes(ref)) this.#expected = [...this.#expected, ref];
  }

  /** The message was refused: there will be no such turn. */
  forget(ref: string): void {
    this.#expected = this.#expected.filter((each) => each !== ref);
  }

  /** The message whose turn is not over yet, the oldest first. */
  get owed(): string | undefined {
    return this.#turn ?? this.#expected[0];
  }

  /** There may be more for it: it is shown all that happens, or a turn is still to end. */
  get isOpen(): boolean {
    return !this.#byTurn || this.owed !== undefined;
  }

  /** Whether a run is shown to it. */
  sees(run: Answering): boolean {
    return !this.#byTurn || (this.owed !== undefined && run.answers(this.owed));
  }

  /** Takes its place in a session whose last event is `head`; false where its cursor is beyond that. */
  startAt(head: number): boolean {
    this.#since = head;
    if (this.#options.after === 'now') this.#stand(wholeOf(head));
    return this.#seq <= head;
  }

  #stand({ seq, sub }: Cursor): void {
    this.#seq = seq;
    this.#sub = sub;
    this.#seenSeq = seq;
    this.#seenSub = sub;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** It did not read, and was given up. */
  get wasCut(): boolean {
    return this.#wasCut;
  }

  get isFull(): boolean {
    return this.#sink.buffered > PAUSE_BYTES;
  }

  /** Writes a piece that is for it, and for nobody else where it `isAlone`; returns whether there is room for another. */
  take(piece: Piece, isAlone = false): boolean {
    if (this.#isOver) return false;
    if (piece.begins !== undefined && this.#expected.includes(piece.begins)) {
      this.forget(piece.begins);
      this.#turn = piece.begins;
    }
    const { seq, sub } = piece.last;
    this.#seq = seq;
    this.#sub = sub;
    if (!this.#isShowing) return true;
    if (!(isAlone ? this.#writeAlone(piece) : this.#sink.write(piece.bytes(this.#sink.format)))) return false;
    this.#seenSeq = seq;
    this.#seenSub = sub;
    this.#hasWritten = true;
    if (piece.endsTurn && this.#turn !== undefined) {
      this.#turn = undefined;
      this.#options.host.turnEnded(this);
    }
    if (piece.isLast || (piece.endsTurn && this.#endsHere(seq))) {
      this.#isOver = true;
      this.#sink.end();
    }
    return !this.isFull;
  }

  /** The bytes are in a room that is used again when the socket has let go of it. */
  #writeAlone({ frames }: Piece): boolean {
    const bytes = this.#sink.format.bytesForOne(frames);
    const isTaken = this.#sink.write(bytes, () => giveRoom(bytes));
    if (!isTaken) giveRoom(bytes);
    return isTaken;
  }

  /** Writes a piece to one who reads on, which is for nobody else; returns whether to go on before it has read that. */
  takeAlone(piece: Piece): boolean {
    this.take(piece, true);
    return !this.#isOver && this.#sink.buffered <= MAX_AHEAD_BYTES;
  }

  /** Who waits for an answer of his own stays for it. */
  #endsHere(seq: number): boolean {
    return this.#options.endsWithTurn === true && seq > this.#since && this.owed === undefined;
  }

  get #isShowing(): boolean {
    return !this.#byTurn || this.#turn !== undefined;
  }

  /** Bytes without a place in the sequence (previews): sent only to those who keep up. Returns whether they were. */
  takeAside(bytes: Buffer): boolean {
    if (this.#isOver || !this.#isShowing || this.isBehind || this.isFull) return false;
    return this.#sink.write(bytes);
  }

  /** The same for those that say that nothing can come now. */
  takeHalt(bytes: Buffer): boolean {
    const isTold = this.takeAside(bytes);
    if (isTold) this.#options.host.halted(this);
    return isTold;
  }

  /** Resolves when the reader has read what it was given; cuts it when it does not read. */
  drained(): Promise<void> {
    if (this.#isOver || !this.isFull) return Promise.resolve();
    return new Promise((resolve) => {
      this.#patience ??= setTimeout(() => {
        this.#isOver = true;
        this.#wasCut = true;
        this.#sink.cut('Read too slowly: resume from your cursor. / 读取过慢：请从游标处继续。');
        resolve();
      }, PATIENCE_MS).unref();
      this.#sink.onceDrained(() => {
        clearTimeout(this.#patience);
        this.#patience = undefined;
        resolve();
      });
    });
  }

  get sink(): Sink {
    return this.#sink;
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#patience);
  }
}

/** Most expect nothing, and there may be thousands. */
const NONE: readonly string[] = [];
