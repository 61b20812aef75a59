import type { EncodedFrame, Encoder, Text } from '../dialect.ts';
import type { RunEvent } from '../events.ts';

/**
 * Gives an encoder's silence a voice: events of a run that it has no frame for wait for the next frame, which brings
 * them to clients that asked for `restore`. `carrier` is any frame of the dialect; it goes out to those clients when
 * too many wait.
 */
export function bringing(encoder: Encoder, carrier: (event: RunEvent) => string): Encoder {
  let run: { readonly id: string | undefined } | undefined;
  let held: RunEvent[] = [];

  function release(frames: readonly EncodedFrame[]): readonly EncodedFrame[] {
    if (held.length === 0) return frames;
    const [first, ...others] = frames;
    if (!first) return frames;
    const brings = held;
    held = [];
    return [{ ...first, brings }, ...others];
  }

  return {
    push(event) {
      if (event.type === 'run.started') {
        run = { id: event.runId };
        held = [];
      }
      const frames = encoder.push(event);
      if (frames.length === 0 && run && run.id === event.runId) held.push(event);
      if (event.type === 'run.finished') run = undefined;
      if (held.length < MAX_HELD) return release(frames);
      return release([{ data: carrier(event), seq: event.seq, sub: 0, standsFor: null, forRestoring: true }]);
    },
    preview: () => encoder.preview(),
  };
}

/** What becomes of events without a frame, in a table of fidelity. */
export const restoredLater: Text = {
  en: 'clients that ask for restore get it with the next frame',
  zh: '请求 restore 的客户端会随下一帧收到',
};

/** Streamed arguments and outputs of tools can be many; the frame that brings them must stay of a common size. */
const MAX_HELD = 64;
