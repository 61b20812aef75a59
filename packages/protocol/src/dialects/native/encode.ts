import type { EncodedFrame, Encoder, StreamInfo } from '../../dialect.ts';
import type { EventOf, RunEvent } from '../../events.ts';

export function encoder(_stream: StreamInfo): Encoder {
  return new NativeEncoder();
}

type TextDelta = EventOf<'text.delta'>;

class NativeEncoder implements Encoder {
  #last: TextDelta | undefined;
  /** All of the last text delta that the next one has too. */
  #textPrefix = '';

  push(event: RunEvent): readonly EncodedFrame[] {
    const { seq } = event;
    if (event.type === 'text.delta') return [{ data: this.#text(event), seq, sub: 0 }];
    const data = JSON.stringify(event);
    return event.type === 'run.finished' ? [{ data, seq, sub: 0, endsTurn: true }] : [{ data, seq, sub: 0 }];
  }

  preview(): readonly [] {
    return [];
  }

  #text(event: TextDelta): string {
    if (!this.#last || !isAlike(event, this.#last)) {
      const { seq: _, at: __, delta: ___, ...about } = event;
      this.#textPrefix = `${JSON.stringify(about).slice(0, -1)},"delta":`;
    }
    this.#last = event;
    return `${this.#textPrefix}${JSON.stringify(event.delta)},"seq":${event.seq},"at":${event.at}}`;
  }
}

/** Differs in nothing but the delta and its place. */
function isAlike(a: TextDelta, b: TextDelta): boolean {
  return (
    a.messageId === b.messageId &&
    a.runId === b.runId &&
    a.nodeRun === b.nodeRun &&
    a.agent === b.agent &&
    a.ext === b.ext
  );
}
