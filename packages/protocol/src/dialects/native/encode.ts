import type { EncodedFrame, Encoder, StreamInfo } from '../../dialect.ts';
import { EventWriter } from '../../event-text.ts';
import type { RunEvent } from '../../events.ts';

export function encoder(_stream: StreamInfo): Encoder {
  return new NativeEncoder();
}

class NativeEncoder implements Encoder {
  readonly #writer = new EventWriter();

  push(event: RunEvent, stored?: string, words?: string): readonly EncodedFrame[] {
    const { seq } = event;
    const data = stored ?? this.#writer.write(event, words);
    return [{ data, seq, sub: 0, endsTurn: words === undefined && event.type === 'run.finished' }];
  }

  pushDelta(data: string, seq: number): EncodedFrame {
    return { data, seq, sub: 0, endsTurn: false };
  }

  preview(): readonly [] {
    return [];
  }
}
