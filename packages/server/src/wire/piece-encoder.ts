import {
  type Cursor,
  type Dialect,
  type EncodedFrame,
  type Frame,
  isAfter,
  isDeltaText,
  type RunEvent,
  type StreamInfo,
} from '@polywire/protocol';
import type { Stretch } from '../log/stretch.ts';
import { Piece } from './piece.ts';

/**
 * Events to pieces: a piece ends where a turn ends and a new one begins where a message's answer begins, so that a
 * connection that is there for one turn takes whole pieces or none.
 */
export class PieceEncoder {
  readonly #encoder;
  readonly #run: string | undefined;
  /** The message that the next frames answer; it may have been said in an event that has no frame. */
  #begins: string | undefined;
  /** Most pushes make one piece of one frame, and lists that begin with it have no more room than they need. */
  #pieces: Piece[] | undefined;
  #frames: EncodedFrame[] | undefined;
  #chars = 0;

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
    for (let i = 0; i < events.length; i += 1) this.#push(events[i] as RunEvent, undefined, undefined, words?.[i]);
    this.#close();
    return this.#taken();
  }

  /**
   * The same for one who reads on, without frames up to `after`, until he has enough: `take` says whether he wants more.
   * Returns the seq of the last event that was encoded. What he does not want yet is not held for him.
   */
  pour(stretch: Stretch, after: Cursor, take: (piece: Piece) => boolean): number {
    let reached = stretch.first - 1;
    const handOn = (): boolean => {
      let wantsMore = true;
      for (const piece of this.#taken()) wantsMore = take(piece);
      return wantsMore;
    };
    stretch.tellLines((line, seq) => {
      this.#pushLine(line, seq, after);
      reached = seq;
      return this.#pieces === undefined || handOn();
    });
    this.#close();
    handOn();
    return reached;
  }

  /** Whoever has them decides how long they live. */
  #taken(): readonly Piece[] {
    const pieces = this.#pieces ?? NONE;
    this.#pieces = undefined;
    return pieces;
  }

  preview(): readonly Frame[] {
    return this.#encoder.preview();
  }

  /** Most are deltas, and most of the time of a resume would go into parsing them. */
  #pushLine(line: string, seq: number, after: Cursor): void {
    if (this.#run === undefined && this.#encoder.pushDelta && isDeltaText(line))
      this.#add(this.#encoder.pushDelta(line, seq), after);
    else this.#push(JSON.parse(line) as RunEvent, after, line, undefined);
  }

  #push(event: RunEvent, after: Cursor | undefined, stored: string | undefined, words: string | undefined): void {
    if (this.#run !== undefined && event.runId !== this.#run) return;
    const ref = words === undefined ? beginning(event) : undefined;
    if (ref !== undefined) {
      this.#close();
      this.#begins = ref;
    }
    const mayBeLast = this.#run !== undefined && event.type === 'run.finished';
    for (const frame of this.#encoder.push(event, stored, words)) this.#add(frame, after, mayBeLast);
  }

  #add(frame: EncodedFrame, after: Cursor | undefined, mayBeLast = false): void {
    if (after && !isAfter(frame, after)) return;
    if (this.#frames) this.#frames.push(frame);
    else this.#frames = [frame];
    this.#chars += frame.data.length;
    if (frame.endsTurn || this.#frames.length >= MAX_PIECE_FRAMES || this.#chars >= MAX_PIECE_CHARS) {
      this.#close(mayBeLast && frame.endsTurn === true);
    }
  }

  #close(isLast = false): void {
    if (!this.#frames) return;
    const piece = new Piece(this.#frames, this.#begins, isLast);
    if (this.#pieces) this.#pieces.push(piece);
    else this.#pieces = [piece];
    this.#begins = undefined;
    this.#frames = undefined;
    this.#chars = 0;
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

const NONE: readonly Piece[] = [];

/** Keep a piece near what a socket buffers anyway: it is the least that a reader who does not read is given. */
const MAX_PIECE_FRAMES = 512;
const MAX_PIECE_CHARS = 64 * 1024;
