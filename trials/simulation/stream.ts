import { isDeepStrictEqual } from 'node:util';
import {
  type Dialect,
  type EncodedFrame,
  framesFor,
  type RunEvent,
  type StreamInfo,
  stampFrame,
  type Wants,
} from '@polywire/protocol';
import type { StreamFraming } from '../../packages/server/src/wire/format.ts';

/** What may be shown of one session in one dialect: the frames of its durable events, in order. */
export class Stream {
  readonly #encoder;
  readonly #frames: EncodedFrame[] = [];
  /** What a preview may have looked like at any time so far. */
  readonly #previews = new Set<string>();

  constructor(dialect: Dialect, info: StreamInfo, events: readonly RunEvent[]) {
    this.#encoder = dialect.server.encoder(info);
    for (const event of events) this.push(event);
  }

  push(event: RunEvent): void {
    this.#frames.push(...this.#encoder.push(event));
    for (const { data } of this.#encoder.preview()) this.#previews.add(data);
  }

  /** The frame that such a client is to be shown next, and how many there are with it. */
  next(shown: number, wants: Wants): { readonly frame: EncodedFrame; readonly shown: number } | undefined {
    for (let i = shown; i < this.#frames.length; i += 1) {
      const [frame] = framesFor([this.#frames[i] as EncodedFrame], wants);
      if (frame) return { frame, shown: i + 1 };
    }
    return undefined;
  }

  mayPreview(data: string): boolean {
    return this.#previews.has(data);
  }
}

/** Whether a client was shown just this frame. */
export function isShownAs(frame: EncodedFrame, data: string, framing: StreamFraming, wants: Wants): boolean {
  // Where the framing has room for the cursor, it is not in the frame.
  const due = stampFrame(frame, framing === 'sse' ? { ...wants, cursor: false } : wants);
  return due === data || isDeepStrictEqual(read(due), read(data));
}

function read(data: string): unknown {
  return data.startsWith('{') ? JSON.parse(data) : data;
}
