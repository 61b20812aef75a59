import type { EncodedFrame, Encoder } from '../dialect.ts';
import type { RunEvent } from '../events.ts';

/**
 * Gives every event that an encoder has no frame for one of its own, which only clients that asked for `restore` are
 * sent. For wires with previews: what `bringing` holds back may come after a preview that already depends on it.
 * `saysLater` tells the events whose content the encoder's own frames will have.
 */
export function aside(encoder: Encoder, carrier: string, saysLater: (event: RunEvent) => boolean): Encoder {
  return {
    push(event): readonly EncodedFrame[] {
      const frames = encoder.push(event);
      if (frames.length > 0 || saysLater(event)) return frames;
      return [{ data: carrier, seq: event.seq, sub: 0, standsFor: event, forRestoring: true }];
    },
    preview: () => encoder.preview(),
  };
}
