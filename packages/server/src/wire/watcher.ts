import type { Cursor } from '@polywire/protocol';
import type { Piece } from './piece.ts';
import type { Sink } from './sink.ts';

/** Above this, a reader is left alone until it has read; it goes on from the log. */
export const PAUSE_BYTES = 64 * 1024;
/** A reader that takes nothing for so long is cut. */
export const PATIENCE_MS = 10_000;

export interface WatcherOptions {
  readonly sink: Sink;
  /** The last frame the client has. */
  readonly after: Cursor | 'now';
  /** Only the turn that answers the message with this reference, and no longer than that. */
  readonly turnOf?: string;
  /** The turn is over, for a watcher that is there for one turn. */
  onTurnEnd?(): void;
}

/** A connection's place in a session: a cursor, not a queue. */
export class Watcher {
  readonly #sink: Sink;
  readonly #options: WatcherOptions;
  /** The last frame written. */
  cursor: Cursor;
  /** Behind, and being refilled from the log. */
  isBehind = true;
  #inTurn: boolean;
  #isOver = false;
  #patience: NodeJS.Timeout | undefined;

  constructor(options: WatcherOptions) {
    this.#sink = options.sink;
    this.#options = options;
    this.cursor = options.after === 'now' ? { seq: 0, sub: 0 } : options.after;
    this.#inTurn = options.turnOf === undefined;
  }

  /** Takes its place in a session whose last event is `head`; false where its cursor is beyond that. */
  startAt(head: number): boolean {
    if (this.#options.after === 'now') this.cursor = { seq: head, sub: Number.MAX_SAFE_INTEGER };
    return this.cursor.seq <= head;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get isFull(): boolean {
    return this.#sink.buffered > PAUSE_BYTES;
  }

  /** Writes a piece; returns whether there is room for another. */
  take(piece: Piece): boolean {
    if (this.#isOver) return false;
    if (!this.#inTurn && piece.begins === this.#options.turnOf) this.#inTurn = true;
    if (this.#inTurn) this.#sink.write(piece.bytes(this.#sink.framing, this.#sink.wants));
    this.cursor = piece.last;
    if (this.#inTurn && piece.endsTurn && this.#options.turnOf !== undefined) this.#endTurn();
    return !this.isFull;
  }

  /** Bytes without a place in the sequence (previews): sent only to those who keep up. */
  takeAside(bytes: Buffer): void {
    if (!this.#isOver && this.#inTurn && !this.isBehind && !this.isFull) this.#sink.write(bytes);
  }

  /** Resolves when the reader has read what it was given; cuts it when it does not read. */
  drained(): Promise<void> {
    if (this.#isOver || !this.isFull) return Promise.resolve();
    return new Promise((resolve) => {
      this.#patience ??= setTimeout(() => {
        this.#isOver = true;
        this.#sink.cut('slow reader: resume from your cursor');
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

  #endTurn(): void {
    this.#isOver = true;
    this.#options.onTurnEnd?.();
  }
}
