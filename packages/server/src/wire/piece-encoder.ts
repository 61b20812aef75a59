import {
  type Cursor,
  type Dialect,
  type Frame,
  isAfter,
  isDeltaText,
  type RunEvent,
  type StreamInfo,
} from '@polywire/protocol';
import type { Stretch } from '../log/stretch.ts';
import type { Piece } from './piece.ts';
import { Pieces } from './pieces.ts';

/** Events to pieces, by way of a dialect's encoder. */
export class PieceEncoder {
  readonly #encoder;
  readonly #run: string | undefined;
  /** The message that the next frames answer; it may have been said in an event that has no frame. */
  #begins: string | undefined;

  /** With `run`, events of that run alone. */
  constructor(dialect: Dialect, stream: StreamInfo, run?: string) {
    this.#encoder = dialect.server.encoder(stream);
    this.#run = run;
  }

  /** Whether it may begin at any event, and not only at the start of a run. */
  get mayBeginAnywhere(): boolean {
    return this.#encoder.pushDelta !== undefined;
  }

  /** Of events that everybody who keeps up is told at once. */
  push({ events, words }: Stretch): readonly Piece[] {
    const pieces = new Pieces(this.#begins);
    for (let i = 0; i < events.length; i += 1)
      this.#push(pieces, events[i] as RunEvent, undefined, undefined, words?.[i]);
    return this.#end(pieces);
  }

  /**
   * The same for one who reads on, without frames up to `after`, until he has enough: `take` says whether he wants more.
   * Returns the seq of the last event that was encoded. What he does not want yet is not held for him.
   */
  pour(stretch: Stretch, after: Cursor, take: (piece: Piece) => boolean): number {
    const pieces = new Pieces(this.#begins);
    let reached = stretch.first - 1;
    const handOn = (made: readonly Piece[]): boolean => {
      let wantsMore = true;
      for (const piece of made) wantsMore = take(piece);
      return wantsMore;
    };
    stretch.tellLines((line, seq) => {
      this.#pushLine(pieces, line, seq, after);
      reached = seq;
      return handOn(pieces.taken());
    });
    handOn(this.#end(pieces));
    return reached;
  }

  preview(): readonly Frame[] {
    return this.#encoder.preview();
  }

  #end(pieces: Pieces): readonly Piece[] {
    pieces.close();
    // Mostly it is as it was, and a long-lived object that is written to costs more than one that is read.
    if (pieces.begins !== this.#begins) this.#begins = pieces.begins;
    return pieces.taken();
  }

  /** Most are deltas, and most of the time of a resume would go into parsing them. */
  #pushLine(pieces: Pieces, line: string, seq: number, after: Cursor): void {
    if (this.#run === undefined && this.#encoder.pushDelta && isDeltaText(line)) {
      const frame = this.#encoder.pushDelta(line, seq);
      if (isAfter(frame, after)) pieces.add(frame);
    } else this.#push(pieces, JSON.parse(line) as RunEvent, after, line, undefined);
  }

  #push(
    pieces: Pieces,
    event: RunEvent,
    after: Cursor | undefined,
    stored: string | undefined,
    words: string | undefined,
  ): void {
    if (this.#run !== undefined && event.runId !== this.#run) return;
    const ref = words === undefined ? beginning(event) : undefined;
    if (ref !== undefined) pieces.begin(ref);
    const mayBeLast = this.#run !== undefined && event.type === 'run.finished';
    for (const frame of this.#encoder.push(event, stored, words)) {
      if (!after || isAfter(frame, after)) pieces.add(frame, mayBeLast);
    }
  }
}

function beginning(event: RunEvent): string | undefined {
  switch (event.type) {
    case 'run.started':
    case 'input.resolved':
    case 'run.status':
      return event.ref;
    default:
      return undefined;
  }
}
