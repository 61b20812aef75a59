import {
  type Cursor,
  type Dialect,
  type EncodedFrame,
  type Frame,
  isAfter,
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

  /** With `run`, events of that run alone. */
  constructor(dialect: Dialect, stream: StreamInfo, run?: string) {
    this.#encoder = dialect.server.encoder(stream);
    this.#run = run;
  }

  /** Frames up to `after` are left out. */
  push({ events, stored }: Stretch, after?: Cursor): readonly Piece[] {
    const pieces: Piece[] = [];
    let frames: EncodedFrame[] = [];
    let chars = 0;
    for (let i = 0; i < events.length; i += 1) {
      const event = events[i] as RunEvent;
      if (this.#run !== undefined && event.runId !== this.#run) continue;
      const ref = beginning(event);
      if (ref !== undefined) {
        frames = this.#close(frames, pieces);
        chars = 0;
        this.#begins = ref;
      }
      for (const frame of this.#encoder.push(event, stored?.[i])) {
        if (after && !isAfter(frame, after)) continue;
        frames.push(frame);
        chars += frame.data.length;
        if (frame.endsTurn || frames.length >= MAX_PIECE_FRAMES || chars >= MAX_PIECE_CHARS) {
          const isLast = this.#run !== undefined && frame.endsTurn === true && event.type === 'run.finished';
          frames = this.#close(frames, pieces, isLast);
          chars = 0;
        }
      }
    }
    this.#close(frames, pieces);
    return pieces;
  }

  #close(frames: EncodedFrame[], pieces: Piece[], isLast = false): EncodedFrame[] {
    if (frames.length === 0) return frames;
    pieces.push(new Piece(frames, this.#begins, isLast));
    this.#begins = undefined;
    return [];
  }

  preview(): readonly Frame[] {
    return this.#encoder.preview();
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

/** Keep a piece near what a socket buffers anyway: it is the least that a reader who does not read is given. */
const MAX_PIECE_FRAMES = 512;
const MAX_PIECE_CHARS = 64 * 1024;
