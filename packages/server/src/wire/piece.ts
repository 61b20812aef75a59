import {
  type Cursor,
  type EncodedFrame,
  type Frame,
  formatCursor,
  framesFor,
  stampFrame,
  type Wants,
  writeNdjson,
  writeSse,
} from '@polywire/protocol';
import { wsTextFrames } from './ws-frame.ts';

export type StreamFraming = 'ws' | 'sse' | 'ndjson';

/** Frames that go out together. The bytes are made once for each way they are wanted, and shared by all watchers. */
export class Piece {
  readonly frames: readonly EncodedFrame[];
  /** The client's id of the message that begins here: a run that started, or a question that was answered. */
  readonly begins: string | undefined;
  /** Nothing comes after it: the one run that was asked for is over. */
  readonly isLast: boolean;
  /** Its last frame. */
  readonly last: Cursor;
  readonly endsTurn: boolean;
  readonly #made: { framing: StreamFraming; cursor: boolean; restore: boolean; bytes: Buffer }[] = [];

  constructor(frames: readonly EncodedFrame[], begins?: string, isLast = false) {
    this.frames = frames;
    this.begins = begins;
    this.isLast = isLast;
    const last = frames.at(-1) as EncodedFrame;
    this.last = last;
    this.endsTurn = last.endsTurn === true;
  }

  bytes(framing: StreamFraming, wants: Wants): Buffer {
    const { cursor, restore } = wants;
    for (const made of this.#made) {
      if (made.framing === framing && made.cursor === cursor && made.restore === restore) return made.bytes;
    }
    const bytes = writers[framing](framesFor(this.frames, wants), wants);
    this.#made.push({ framing, cursor, restore, bytes });
    return bytes;
  }
}

const writers: Record<StreamFraming, (frames: readonly EncodedFrame[], wants: Wants) => Buffer> = {
  ws: (frames, wants) =>
    wsTextFrames(wants.cursor || wants.restore ? frames.map((frame) => stampFrame(frame, wants)) : frames.map(dataOf)),
  // An SSE id is the cursor, and every client of SSE takes it or leaves it: nothing has to be asked for.
  sse: (frames, wants) =>
    Buffer.from(
      frames
        .map((frame) => {
          const data = wants.restore ? stampFrame(frame, { cursor: false, restore: true }) : frame.data;
          return writeSse({ data, id: formatCursor(frame), ...(frame.event !== undefined && { event: frame.event }) });
        })
        .join(''),
    ),
  ndjson: (frames, wants) =>
    Buffer.from(frames.map((frame) => writeNdjson({ data: stampFrame(frame, wants) })).join('')),
};

/** Frames outside the sequence: greetings, answers, previews. They have no cursor. */
export function plainBytes(framing: StreamFraming, frames: readonly Frame[]): Buffer {
  if (framing === 'ws') return wsTextFrames(frames.map(dataOf));
  return Buffer.from(frames.map(framing === 'sse' ? writeSse : writeNdjson).join(''));
}

function dataOf(frame: Frame): string {
  return frame.data;
}
