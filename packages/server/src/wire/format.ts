import {
  type EncodedFrame,
  type Frame,
  formatCursor,
  framesFor,
  stampFrame,
  type Wants,
  writeNdjson,
  writeSse,
} from '@polywire/protocol';
import { wsTextFrames, wsTextFramesInRoom } from './ws-frame.ts';

export type StreamFraming = 'ws' | 'sse' | 'ndjson';

/** A way in which frames become bytes. Whoever wants the same has the same object, and so the same bytes. */
export class Format {
  readonly framing: StreamFraming;
  readonly wants: Wants;

  constructor(framing: StreamFraming, wants: Wants) {
    this.framing = framing;
    this.wants = wants;
  }

  bytes(frames: readonly EncodedFrame[]): Buffer {
    return writers[this.framing](framesFor(frames, this.wants), this.wants);
  }

  /** The same for one reader alone, who may give the room back when they are read. */
  bytesForOne(frames: readonly EncodedFrame[]): Buffer {
    if (this.framing !== 'ws') return this.bytes(frames);
    return wsTextFramesInRoom(stamped(framesFor(frames, this.wants), this.wants));
  }
}

const formats = new Map<string, Format>();

export function formatOf(framing: StreamFraming, { cursor, restore }: Wants): Format {
  const name = `${framing} ${cursor} ${restore}`;
  const format = formats.get(name) ?? new Format(framing, { cursor, restore });
  formats.set(name, format);
  return format;
}

const writers: Record<StreamFraming, (frames: readonly EncodedFrame[], wants: Wants) => Buffer> = {
  ws: (frames, wants) => wsTextFrames(stamped(frames, wants)),
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

function stamped(frames: readonly EncodedFrame[], wants: Wants): readonly Frame[] {
  return wants.cursor || wants.restore ? frames.map((frame) => ({ data: stampFrame(frame, wants) })) : frames;
}

/** Frames outside the sequence: greetings, answers, previews. They have no cursor. */
export function plainBytes(framing: StreamFraming, frames: readonly Frame[]): Buffer {
  if (framing === 'ws') return wsTextFrames(frames);
  return Buffer.from(frames.map(framing === 'sse' ? writeSse : writeNdjson).join(''));
}
