import { type Cursor, type EncodedFrame, type Encoder, isAfter, type RunEvent } from '@polywire/protocol';
import { Piece } from './piece.ts';

/**
 * Events to pieces: a piece ends where a turn ends and a new one begins where a message's answer begins, so that a
 * connection that is there for one turn takes whole pieces or none. Frames up to `after` are left out.
 */
export function encodeEvents(encoder: Encoder, events: readonly RunEvent[], after?: Cursor): Piece[] {
  const pieces: Piece[] = [];
  let frames: EncodedFrame[] = [];
  let begins: string | undefined;

  const close = (): void => {
    if (frames.length > 0) pieces.push(new Piece(frames, begins));
    if (frames.length > 0) begins = undefined;
    frames = [];
  };

  for (const event of events) {
    const ref = beginning(event);
    if (ref !== undefined) {
      close();
      begins = ref;
    }
    for (const frame of encoder.push(event)) {
      if (after && !isAfter(frame, after)) continue;
      frames.push(frame);
      if (frame.endsTurn || frames.length >= MAX_PIECE_FRAMES) close();
    }
  }
  close();
  return pieces;
}

/** Keeps a piece near what a socket buffers anyway. */
const MAX_PIECE_FRAMES = 512;

function beginning(event: RunEvent): string | undefined {
  return event.type === 'run.started' || event.type === 'input.resolved' ? event.ref : undefined;
}
